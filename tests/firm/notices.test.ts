import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { receiptNotice } from '../../src/firm/notices.ts'
import { FIRM } from '../test-desk.ts'

/** Digests of each version's words in both languages; other words need another version. */
const DIGESTS: Readonly<Record<string, string>> = { '2026-11-27': 'BnkrNedbIUYqAz5c_LKKQW8Q0_Z8tep34XgI_Q_3snI' }

it('the notices have a version that changes with their words', () => {
  const names = Object.fromEntries(Object.keys(FIRM.notices).map((name) => [name, name])) as typeof FIRM.notices
  const hash = createHash('sha256').update(receiptNotice(names))
  const versions = ['content/sample/notices.md', 'content/sample/es/notices.md'].map((file) => {
    const [, frontmatter = ''] = readFileSync(file, 'utf8').split(/^---$/m)
    hash.update(frontmatter.replace(/^version:.*$/m, '').replace(/^reviewed:.*\n/m, ''))
    return /^version: (.+)$/m.exec(frontmatter)?.[1] ?? ''
  })
  expect(new Set(versions).size).toBe(1)
  expect(DIGESTS[versions[0] ?? '']).toBe(hash.digest('base64url'))
})
