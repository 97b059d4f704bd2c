/** The faces of the headings as a browser loads them: one on a first visit, another one for a name that needs it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, openWindow } from './browser.ts'
import { loadIn } from './load.ts'

const OWN = 'front-desk-serif-600'
const LATIN = 'source-serif-4-latin-600-normal'
const EXTENDED = 'source-serif-4-latin-ext-600-normal'

describeInBrowser('the faces', (server) => {
  let page: Page
  let faces: string[]
  const openHome = async () => {
    page = await openWindow()
    faces = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') faces.push(/([\w-]+)\.[\w-]+\.woff2$/.exec(request.url())?.[1] ?? '')
    })
    return loadIn(page, `${server.base}/`)
  }
  const head = (text: string) => page.evaluate((shown) => (document.querySelector('h1')!.textContent = shown), text)

  it.each([
    ['Łukasz', EXTENDED],
    ['Ångström', LATIN],
  ])('%s is shown with the face that has its letters', async (name, face) => {
    await openHome()
    const loaded = page.waitForResponse((response) => response.url().includes(face))
    await head(name)
    expect((await loaded).status()).toBe(200)
    expect(faces).toEqual([OWN, face])
  })

  it('texts are as wide as in the original, kerning and all', async () => {
    await openHome()
    const widths = await page.evaluate(
      async ([own = '', latin = '']) => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
        const addressOf = (name: string) =>
          rules.map((rule) => /url\("([^"]+)"\)/.exec(rule)?.[1] ?? '').find((url) => url.includes(`/${name}.`)) ?? ''
        const context = document.createElement('canvas').getContext('2d')!
        const widthsIn = async (name: string) => {
          document.fonts.add(await new FontFace(name, `url("${addressOf(name)}")`).load())
          context.font = `100px ${name}`
          return ['AVATAR', 'To “Tavira”', 'Wills, Trusts & Yards', '¿Qué tal, Año?', 'fjord office'].map(
            (text) => context.measureText(text).width,
          )
        }
        return [await widthsIn(own), await widthsIn(latin)]
      },
      [OWN, LATIN],
    )
    expect(widths[0]).toEqual(widths[1])
  })
})
