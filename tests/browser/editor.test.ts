/** The web editor with its page's policy and a GitHub in memory asks no other site, and the build reads what it saves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishEditor } from '../../src/commands/editor/publish.ts'
import { PUBLISHED_DIR } from '../../src/hosts/published.ts'
import { headerBlocks, headersOf } from '../../src/hosts/site-rules.ts'
import { SAMPLE_CONTENT } from '../../src/settings.ts'
import { PATHS } from '../../src/site.ts'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'
import { describeInBrowser, openWindow } from './browser.ts'
import { FakeRepository } from './github.ts'

const SITE = 'https://www.example.com'
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', json: 'application/json' }
/** Another click follows after this time. */
const CLICK_MS = 5_000
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The paths are those in a repository that has the folder under another name. */
const sampleFiles = (): [string, Buffer][] =>
  readdirSync(SAMPLE_CONTENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [join('sample', relative(SAMPLE_CONTENT, file)), readFileSync(file)])

describeInBrowser('the web editor', () => {
  const project = copyProject()
  const publish = (texts: string) =>
    publishEditor({ root: project, texts, published: PUBLISHED_DIR }, SITE, {
      repository: 'heron/site',
      branch: 'main',
    })
  const published = () =>
    JSON.parse(readFileSync(join(project, PUBLISHED_DIR, PATHS.editor, 'config.json'), 'utf8')) as {
      collections: { label?: string }[]
    }
  beforeAll(() => publish(SAMPLE_CONTENT))
  afterAll(() => removeFolder(project))

  /** @returns the page, and its errors and requests to other sites */
  async function openEditor(repository: FakeRepository): Promise<{ page: Page; wrong: string[] }> {
    const headersFor = headersOf(headerBlocks(SITE, new Set()))
    const wrong: string[] = []
    const page = await openWindow({ viewport: { width: 1280, height: 900 } })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
    })
    page.on('pageerror', ({ message }) => wrong.push(message))
    await page.route('**/*', async (route) => {
      const request = route.request()
      const { origin, pathname, search } = new URL(request.url())
      const file = join(project, PUBLISHED_DIR, pathname, pathname.endsWith('/') ? 'index.html' : '')
      if (origin === SITE && existsSync(file)) {
        const contentType = TYPES[file.split('.').at(-1) ?? '']
        return route.fulfill({ path: file, headers: headersFor(pathname), ...(contentType && { contentType }) })
      }
      const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' }
      const answer =
        origin === 'https://api.github.com' ? repository.answer(pathname + search, request.postData()) : undefined
      if (answer === undefined) wrong.push(request.url())
      if (!answer || request.method() === 'OPTIONS')
        return route.fulfill({ status: answer === undefined ? 404 : 204, headers })
      return Buffer.isBuffer(answer)
        ? route.fulfill({ headers, body: answer })
        : route.fulfill({ headers, json: answer })
    })
    await page.goto(`${SITE}${PATHS.editor}`)
    return { page, wrong }
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function signIn(page: Page): Promise<void> {
    await button(page, 'Sign In Using Access Token').click()
    await page.getByRole('textbox').fill('github_pat_example')
    await button(page, 'Sign In').click()
    await page.getByText('English: Questions').first().waitFor()
  }

  /** Clicks until GitHub has the text, because a click is lost while the editor draws its buttons again. */
  async function save(page: Page, repository: FakeRepository): Promise<void> {
    const before = repository.commits.length
    const usable = button(page, 'Save').and(page.locator(':enabled'))
    const afterClick = async () => {
      // The button cannot be used while the editor saves, which may begin between these two lines.
      if (repository.commits.length === before && (await usable.count()) > 0)
        await usable.click({ timeout: CLICK_MS }).catch(() => undefined)
      return repository.commits.length
    }
    await expect.poll(afterClick).toBe(before + 1)
    await expect.poll(() => usable.count()).toBe(0)
    expect(repository.commits).toHaveLength(before + 1)
  }

  const openText = (page: Page, collection: string, name: string) =>
    page.goto(`${SITE}${PATHS.editor}#/collections/${collection}/entries/${name}`)

  it('offers the one way of signing in that works, names the language of every text, shows a preview, and puts a picture beside its text, with the words that say what it shows', async () => {
    const repository = new FakeRepository(sampleFiles())
    const { page, wrong } = await openEditor(repository)
    await button(page, 'Sign In Using Access Token').waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign In Using Access Token'])
    await signIn(page)
    for (const { label } of published().collections)
      if (label !== undefined) await page.getByText(label, { exact: true }).first().waitFor()
    await openText(page, 'faq-es', 'documents')
    await page.getByText('Spanish: Questions › ¿Qué debo llevar?').waitFor()
    await page.getByText('Preview', { exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const fonts = await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`))
    expect(fonts).toContainEqual(expect.stringMatching(/Material Symbols.*: loaded/))
    await button(page, 'Picture').click()
    await button(page, 'Browse').click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await (await chooser).setFiles({ name: 'Río Grande (1).PNG', mimeType: 'image/png', buffer: PNG })
    await page.getByText('rio-grande-1.png').waitFor()
    await button(page, 'Insert').click()
    await page.getByText('./rio-grande-1.png').waitFor()
    await page.getByRole('textbox', { name: /What it shows/ }).fill('El río [de noche]')
    await save(page, repository)
    const text = repository.files.get('sample/es/faq/documents.md')?.toString('utf8')
    expect(text).toContain('![El río de noche](./rio-grande-1.png)')
    expect(repository.files.get('sample/es/faq/rio-grande-1.png')?.equals(PNG)).toBe(true)
    expect(wrong).toEqual([])
    // The first window may still hold the draft and offer it again.
    const { page: again } = await openEditor(repository)
    await signIn(again)
    await openText(again, 'faq-es', 'documents')
    const shown = again.getByRole('textbox', { name: /What it shows/ })
    await expect.poll(() => shown.inputValue()).toBe('El río de noche')
    await again.locator('img[alt="El río de noche"][src^="blob:"]').waitFor()
  })

  it('leaves blocks of code as they are', async () => {
    const repository = new FakeRepository(sampleFiles())
    const blocks = () => repository.files.get('sample/pages/for-agents.md')?.toString('utf8').match(/^```/gm)?.length
    const before = blocks()
    expect(before).toBeGreaterThan(3)
    const { page, wrong } = await openEditor(repository)
    await signIn(page)
    await openText(page, 'pages', 'for-agents')
    const title = page.getByRole('textbox', { name: 'Title' })
    // The text below takes the focus when it appears, and with it the typed text.
    const typed = async () => {
      await title.fill('For programs')
      return title.inputValue()
    }
    await expect.poll(typed).toBe('For programs')
    await save(page, repository)
    expect(repository.files.get('sample/pages/for-agents.md')?.toString('utf8')).toContain('title: For programs')
    expect(blocks()).toBe(before)
    expect(wrong).toEqual([])
  })
})
