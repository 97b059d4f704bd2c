/** Uses a page by keyboard alone, and checks that the focus is visible. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** More steps than any page has. */
const MOST_STEPS = 60

export function keyboardOf(page: Page) {
  /** Tabs to the element with this text or label, and checks that it is visible there. */
  async function tabTo(name: string): Promise<void> {
    const reached: string[] = []
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await page.keyboard.press('Tab')
      const [text, isSeen] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return [
          (element.labels?.[0] ?? element).innerText.trim(),
          outlineStyle !== 'none' && outlineWidth !== '0px',
        ] as const
      })
      reached.push(text)
      if (text !== name) continue
      expect(isSeen, `the focus is seen at ${name}`).toBe(true)
      return
    }
    throw new Error(`not reached by Tab: ${name}; reached: ${reached.join(' | ')}`)
  }
  const enter = async () => void (await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]))
  return {
    tabTo,
    enter,
    async press(name: string) {
      await tabTo(name)
      await enter()
    },
    /** In a list of choices, typing chooses. */
    async write(label: string, text: string) {
      await tabTo(label)
      await page.keyboard.type(text)
    },
  }
}
