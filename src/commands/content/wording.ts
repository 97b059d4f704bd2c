/** Looks for wordings that mislead, or that The Florida Bar's rules on advertising may not allow, and says why and what to write. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Language } from '../../language.ts'
import { type Content, contentPath } from './files.ts'
import { type Rule, wholeWords } from './passages.ts'

/** See `wording.yaml`. */
interface Wording {
  stops?: boolean
  once?: Readonly<Record<Language, string>>
  words: Readonly<Record<Language, string>>
  unless?: string
  unlessNotice?: string
  field?: string
  rule: string
  write?: string
}

/** The rows of the table. */
export const WORDINGS = parse(readFileSync(join(import.meta.dirname, 'wording.yaml'), 'utf8')) as readonly Wording[]
const WRITE_OTHERWISE = 'Write it another way, or let the responsible lawyer confirm it'

const says = (pattern: string | undefined, text: string) =>
  pattern !== undefined && new RegExp(pattern, 'iu').test(text)

/** The rules for these texts: those that stop a build, or those that only advise. */
export const wordingRules = ({ files }: Pick<Content, 'files'>, stops: boolean): Rule[] =>
  WORDINGS.filter((row) => (row.stops ?? false) === stops).map(
    ({ words, unless, unlessNotice, field, rule, write = WRITE_OTHERWISE }) => ({
      words: wholeWords(Object.values(words).join('|')),
      inCode: true,
      message: (found, { content, passage }) => {
        if ((field !== undefined && field !== passage.field) || says(unless, passage.text)) return undefined
        const path = contentPath(content.language, '', 'notices')
        const notice = files.find(({ file }) => file === path)?.data?.advertising
        if (typeof notice === 'string' && says(unlessNotice, notice)) return undefined
        return `says “${found}”: ${rule}. ${write}`
      },
    }),
  )
