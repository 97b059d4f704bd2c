/** The desk in a browser, for tests: signing in with the key of the owner. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { open } from './browser.ts'
import type { Site } from '../journeys/shared-server.ts'

export async function openDesk({ base, ownerKey }: Site, options?: BrowserContextOptions): Promise<Page> {
  const page = await open(`${base}/desk`, options)
  await page.getByLabel('Your key').fill(ownerKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${base}/desk`)
  return page
}
