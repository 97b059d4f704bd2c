/**
 * The addresses in the documents, against what is running: one base address, and none that leads nowhere.
 */
import { beforeAll, expect, inject, it } from 'vitest'
import { DOCUMENTS } from '../../src/contract/documents.ts'

const server = inject('site')
/** Those at one address. */
const PLAIN = DOCUMENTS.filter(({ path }) => !path.includes(':'))
const texts = new Map<string, string>()
beforeAll(async () => {
  for (const { path } of PLAIN) texts.set(path, await (await fetch(server.base + path)).text())
})

it('names one base address everywhere, and no other of this machine', () => {
  for (const [path, text] of texts) {
    for (const [, origin] of text.matchAll(/(https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)/g))
      expect(origin, path).toBe(server.base)
  }
})

it('leads nowhere in vain: each address that a document names is answered', async () => {
  const found = new Set<string>()
  for (const text of texts.values()) {
    for (const [url] of text.matchAll(/https?:\/\/localhost:\d+[^\s"'<>)\]`|\\]*/g))
      if (!/[{}<…]|\.\.\./.test(url)) found.add(url.replace(/[.,;:#]+$/, '').replace(/#.*/, ''))
  }
  expect(found.size).toBeGreaterThan(50)
  const answers = await Promise.all(
    [...found].map(async (url) => ({ url, status: (await fetch(url, { redirect: 'manual' })).status })),
  )
  // Addresses that take only POST say so; examples of references and claims may be over.
  expect(
    answers
      .filter(({ status }) => status >= 400 && ![400, 401, 405, 410].includes(status))
      .filter(({ url }) => !/\/claim\?attempt=|\/claim\/confirm|\/status\//.test(url)),
  ).toEqual([])
})
