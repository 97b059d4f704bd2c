/** The web editor with its page's policy and a GitHub in memory asks no other site, and the build reads what it saves. */
import { createHash } from 'node:crypto'
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

/** An answer is JSON, a file, or nothing (null). */
type Answer = Record<string, unknown> | Buffer | null

interface Query {
  query: string
  variables?: { input?: Commit }
}

interface Commit {
  message: { headline: string }
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] }
}

const DAY = '2026-11-20T12:00:00Z'
const AUTHOR = { name: 'Ana Example', email: 'ana@example.com', user: { id: 1, login: 'ana' } }
const idOf = (content: Buffer) => createHash('sha1').update(content).digest('hex')

/** A repository of the texts at GitHub, in memory. */
function fakeRepository() {
  const files = new Map(sampleFiles())
  const commits: Commit[] = []
  const blob = (id: string) => [...files.values()].find((content) => idOf(content) === id)
  const head = () => idOf(Buffer.from(String(commits.length)))

  function graph({ query, variables }: Query): Record<string, unknown> {
    if (variables?.input) return { createCommitOnBranch: { commit: commit(variables.input) } }
    const repository: Record<string, unknown> = {}
    for (const [, alias = '', id = ''] of query.matchAll(/(\w+_\d+): object\(oid: "(\w+)"\)/g))
      repository[alias] = { text: blob(id)?.toString('utf8'), isTruncated: false }
    const nodes = [{ oid: head(), message: '', author: AUTHOR, committedDate: DAY }]
    const ref = { target: { oid: head(), history: { nodes } } }
    for (const [, alias = ''] of query.matchAll(/(\w+_\d+):\s*ref\(/g)) repository[alias] = ref
    return { repository: { ...repository, ref, defaultBranchRef: { name: 'main' } } }
  }

  function commit(made: Commit): Record<string, unknown> {
    commits.push(made)
    const { additions, deletions } = made.fileChanges
    for (const { path } of deletions) files.delete(path)
    const added = additions.map(({ path, contents }, index) => {
      const content = Buffer.from(contents, 'base64')
      files.set(path, content)
      return [`file_${index}`, { oid: idOf(content) }]
    })
    return { oid: head(), committedDate: DAY, ...(Object.fromEntries(added) as Record<string, unknown>) }
  }

  /** @param path with its query @param body JSON @returns undefined when GitHub is not asked for this */
  function answer(path: string, body: string | null): Answer | undefined {
    if (path === '/graphql') return { data: graph(JSON.parse(body ?? '') as Query) }
    if (path === '/user') return { ...AUTHOR, ...AUTHOR.user, html_url: '', avatar_url: '' }
    const [, rest = ''] = /^\/repos\/[^/]+\/[^/]+(.*)$/.exec(path) ?? []
    if (rest === '') return { permissions: { pull: true, push: true }, default_branch: 'main', private: false }
    if (rest.startsWith('/collaborators/')) return null
    const entries = [...files].map(([file, content]) => [file, idOf(content), content.length] as const)
    if (rest.startsWith('/git/trees/'))
      return { tree: entries.map(([path, sha, size]) => ({ type: 'blob', path, sha, size })) }
    const [, id] = /^\/git\/blobs\/(\w+)/.exec(rest) ?? []
    return id === undefined ? undefined : blob(id)
  }

  return { files, commits, answer }
}
type FakeRepository = ReturnType<typeof fakeRepository>

const SITE = 'https://www.example.com'
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', json: 'application/json' }
/** Another click follows after this time. */
const CLICK_MS = 5_000
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PNG = Buffer.from(PIXEL, 'base64')

/** The paths are those in a repository that has the folder under another name. */
const sampleFiles = (): [string, Buffer][] =>
  readdirSync(SAMPLE_CONTENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [join('sample', relative(SAMPLE_CONTENT, file)), readFileSync(file)])

describeInBrowser('the web editor', () => {
  const project = copyProject()
  beforeAll(() => {
    const where = { root: project, texts: SAMPLE_CONTENT, published: PUBLISHED_DIR }
    return publishEditor(where, SITE, { repository: 'heron/site', branch: 'main' })
  })
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
    const repository = fakeRepository()
    const { page, wrong } = await openEditor(repository)
    await button(page, 'Sign In Using Access Token').waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign In Using Access Token'])
    await signIn(page)
    const config = readFileSync(join(project, PUBLISHED_DIR, PATHS.editor, 'config.json'), 'utf8')
    for (const { label } of (JSON.parse(config) as { collections: { label?: string }[] }).collections)
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
    const repository = fakeRepository()
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
