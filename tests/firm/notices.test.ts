import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { receiptNotice } from '../../src/firm/surface-notices.ts'
import { FIRM } from '../test-desk.ts'

/** The words of each version, in both languages and as a receipt joins them. Other words need another version. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2026-11-22': 'fMv_Psq2TRr39helPxobsv_lk38KRDlXRNS0yEAW24I',
}

describe('the notices', () => {
  it('of a receipt speak of the relationship and of confidentiality in the words of the form', () =>
    expect(receiptNotice(FIRM.notices)).toBe(`${FIRM.notices.inquiry} ${FIRM.notices.confidentiality}`))

  it('have a version that changes with their words', () => {
    const joined = receiptNotice({ ...FIRM.notices, inquiry: 'inquiry', confidentiality: 'confidentiality' })
    const hash = createHash('sha256').update(joined)
    const versions = ['content/notices.md', 'content/es/notices.md'].map((file) => {
      const [, frontmatter = ''] = readFileSync(file, 'utf8').split(/^---$/m)
      hash.update(frontmatter.replace(/^version:.*$/m, ''))
      return /^version: (.+)$/m.exec(frontmatter)?.[1] ?? ''
    })
    expect(new Set(versions).size).toBe(1)
    expect(DIGESTS[versions[0] ?? '']).toBe(hash.digest('base64url'))
  })
})
