/**
 * Advice on `content/`: what a lawyer should look at before it is published. It stops no build.
 * The rules are those of The Florida Bar on advertising; a list of words cannot know them, it can only point.
 */
import { nationalTelephone } from '../../firm/firm.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import {
  type Content,
  type ContentFault,
  type ContentFile,
  contentPath,
  proseOf,
  reviewedDay,
  textsOf,
} from './files.ts'
import { adviseOnTranslations } from './translations.ts'
import { DAY_MS } from '../../duration.ts'

/** After so many days a text should be read again by a lawyer. */
const STALE_DAYS = 365

const FIRM_FILE = contentPath(FIRST_LANGUAGE, '', 'firm')

interface AdvertisingClaim {
  words: RegExp
  /** Rule of The Florida Bar, and what it is about. */
  rule: string
}

/** The edge of a word; `\\b` takes letters with accents for none. */
const word = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')

const ADVERTISING_CLAIMS: readonly AdvertisingClaim[] = [
  {
    words: word(
      'best|top[- ]rated|top (?:lawyers?|attorneys?|firms?)|leading|premier|unrivall?ed|number one|el mejor|la mejor|l[oa]s mejores|l[ií]der(?:es)?|n[uú]mero uno',
    ),
    rule: 'rule 4-7.13(b)(3): no comparison that cannot be proven',
  },
  {
    words: word(
      'guarantee[ds]?|guaranteeing|we (?:always )?win|will win|never los[et]|successful outcome|garantiza(?:mos|do|da)?|garant[ií]as?|siempre ganamos|ganaremos|nunca perdemos',
    ),
    rule: 'rule 4-7.13(b)(1): no prediction or guarantee of a result',
  },
  {
    words: word(
      '\\$ ?[\\d.,]+ ?(?:million|thousand|[mk])|recovered \\$ ?[\\d.,]+|recuperamos \\$ ?[\\d.,]+|millions? (?:won|recovered)|millones',
    ),
    rule: 'rule 4-7.13(b)(2): past results only when they can be proven and do not mislead',
  },
  {
    words: word(
      'experts?|expertise|specialists?|speciali[sz](?:e[ds]?|ing)|board[- ]certified|expert[oa]s?|especialistas?|especializad[oa]s?',
    ),
    rule: 'rule 4-7.14(a)(4): only for lawyers who are board certified or can prove it',
  },
  {
    words: word('aggressive|fearless|fights? for you|pit ?bull|agresiv[oa]s?|luchamos por usted'),
    rule: 'rule 4-7.13(a): nothing that misleads, and 4-7.15: nothing that manipulates',
  },
]

/**
 * Looks at all content.
 * @param now for the age of reviews
 */
export function adviseOnContent({ files }: Content, now: Date): ContentFault[] {
  const advice = [
    ...files.flatMap(claimsIn),
    ...files.flatMap((file) => staleness(file, now)),
    ...unknownContacts(files),
    ...adviseOnTranslations(files),
  ]
  return advice.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

function claimsIn(content: ContentFile): ContentFault[] {
  const { file } = content
  const texts = textsOf(content)
  // Few texts hold any, and to look at all lines at once is faster.
  const whole = texts.map(({ text }) => text).join('\n')
  const claims = ADVERTISING_CLAIMS.filter(({ words }) => whole.search(words) >= 0)
  return texts.flatMap(({ field, text, line }) =>
    claims.flatMap(({ words, rule }) =>
      [...text.matchAll(words)].map(([found]) => ({
        file,
        line,
        field,
        message: `says “${found}”: ${rule}. Write it another way, or let the responsible lawyer confirm it`,
      })),
    ),
  )
}

function staleness(content: ContentFile, now: Date): ContentFault[] {
  const { file, lineOf } = content
  const day = reviewedDay(content)
  const age = Math.floor((now.getTime() - Date.parse(day)) / DAY_MS)
  if (!(age > STALE_DAYS)) return []
  return [
    {
      file,
      line: lineOf('reviewed'),
      field: 'reviewed',
      message: `is ${age} days ago: let a lawyer read the text again, then write the day of today`,
    },
  ]
}

const TELEPHONE = /\(\d{3}\)\s?\d{3}-\d{4}/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Numbers and addresses in the texts that are not those of the firm: when these change, the texts do not change by themselves. */
function unknownContacts(files: readonly ContentFile[]): ContentFault[] {
  const { telephone, email } = files.find(({ file }) => file === FIRM_FILE)?.data ?? {}
  if (typeof telephone !== 'string' || typeof email !== 'string') return []
  const own = new Set([nationalTelephone(telephone), email])
  const ownContact = (found: string) => (found.includes('@') ? email : nationalTelephone(telephone))
  return files.flatMap((file) =>
    proseOf(file).flatMap(({ line, text }) => {
      const unknown = [...text.matchAll(TELEPHONE), ...text.matchAll(EMAIL)]
        .map(([found]) => found)
        .filter((found) => !own.has(found))
      return unknown.map((found) => ({
        file: file.file,
        line,
        field: '',
        message: `names ${found}, which ${FIRM_FILE} does not. If it should be the firm's, write ${ownContact(found)}`,
      }))
    }),
  )
}
