/**
 * The journey of a newcomer: a person and a program send an inquiry, the staff read both, the process is killed, nothing is lost.
 */
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeInProcess } from '../commands/in-process.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { removeFolder, type RunningServer, startServer, temporaryFolder } from './server.ts'

const dataDir = temporaryFolder()
let server: RunningServer
beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir })
  return () => server.end('SIGKILL')
})
afterAll(() => removeFolder(dataDir))

const inquiries = (...args: string[]) => typeInProcess(['inquiries', ...args], { DATA_DIR: dataDir })
const references: string[] = []

describe('an inquiry', () => {
  it('is sent by a person with nothing but HTML', async () => {
    const page = parse(await (await fetch(`${server.base}/contact/`)).text())
    const form = page.querySelector('form')
    const fields = new URLSearchParams()
    for (const control of form?.querySelectorAll('input, select, textarea') ?? []) {
      const name = control.getAttribute('name') ?? ''
      fields.set(
        name,
        { name: 'Bea Example', email: 'bea@example.com', message: 'Sent with the form.' }[name] ??
          control.getAttribute('value') ??
          '',
      )
    }
    const action = new URL(form?.getAttribute('action') ?? '', server.base)
    const sent = await fetch(action, {
      method: 'POST',
      body: fields,
      redirect: 'manual',
      headers: { Origin: server.base, 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(sent.status).toBe(303)
    const thanks = await fetch(new URL(sent.headers.get('location') ?? '', server.base))
    const reference = parse(await thanks.text()).querySelector('.reference')?.text ?? ''
    expect(reference).toMatch(/^\w{4}-\w{4}$/)
    references.push(reference)
  })

  it('is sent by a program as JSON', async () => {
    const sent = await fetch(`${server.base}/api/v1/inquiries`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(VALID_INQUIRY),
    })
    expect(sent.status).toBe(202)
    references.push(((await sent.json()) as { reference: string }).reference)
  })

  it('is listed, shown and exported by the staff while the server runs', async () => {
    const list = await inquiries()
    for (const reference of references) expect(list.stdout).toContain(reference)
    expect(list.stdout).toContain('2 in all')
    const [first = ''] = references
    expect((await inquiries('show', first.toLowerCase())).stdout).toContain('Sent with the form.')
    expect((await inquiries('list', '--search', 'ACCIDENT')).stdout).toContain('1 in all')
    expect((await inquiries('list', '--topic', 'animal_law')).stdout).toContain('No inquiry matches.')
    expect((await inquiries('list', '--spam')).stdout).toContain('spam?')
    const exported = JSON.parse((await inquiries('export', '--format', 'json')).stdout) as { reference: string }[]
    expect(exported.map(({ reference }) => reference)).toEqual(references)
    expect((await inquiries('export', '--no-spam')).stdout.trim().split('\r\n')).toHaveLength(2)
  })

  it('is still there after kill -9 and another start', async () => {
    await server.end('SIGKILL')
    server = await startServer({ DATA_DIR: dataDir })
    const list = await inquiries()
    for (const reference of references) expect(list.stdout).toContain(reference)
  })

  it('stays out of the log', () => {
    expect(server.output()).not.toMatch(/Bea|example\.com|accident/)
  })
})

describe('npm run inquiries', () => {
  it.each([
    [['--help'], 0, /The inquiries that were sent to the firm/],
    [['show', 'K7QM-2F9D'], 1, /There is no inquiry K7QM-2F9D here/],
    [['frobnicate'], 1, /there is no command "frobnicate"/],
    [['--since', 'yesterday'], 1, /take a day like 2026-11-01/],
    [['--netlify'], 1, /Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN/],
  ])('%j ends with %i and says what to do', async (args, code, message) => {
    const { stdout, stderr, ...ended } = await inquiries(...args)
    expect(stdout + stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(ended.code).toBe(code)
  })

  it('says so when there is no store, and makes none', async () => {
    const { code, stderr } = await typeInProcess(['inquiries'], { DATA_DIR: `${dataDir}/nothing` })
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no store at')])
  })
})
