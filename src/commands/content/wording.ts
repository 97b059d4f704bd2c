/** Wordings that The Florida Bar's rules on advertising may not allow. A list of words can only point: this stops no build. */
import type { Language } from '../../language.ts'
import { type Content, contentPath } from './files.ts'
import { type Rule, wholeWords } from './passages.ts'

interface Wording {
  /** Patterns of what says it, in each language. A text may say it in any. */
  words: Readonly<Record<Language, string>>
  /** The passage is in order when it says this too. */
  unless?: RegExp
  /** Every text is in order when the notice at the foot of all pages says this. */
  unlessNotice?: RegExp
  /** The only field in which it counts; without it, everywhere. */
  field?: string
  /** Rule of The Florida Bar, and what it is about. */
  rule: string
  write?: string
}

const WRITE_OTHERWISE = 'Write it another way, or let the responsible lawyer confirm it'
const OFFICE_HOURS =
  /business|office hours|\d (?:a|p)\.? ?m\.|monday|h[aá]bil|horario|horas? de oficina|de lunes|\b(?:a|p)\. m\./iu
const REPLY_RULE =
  'rule 4-7.13(a): a promise to answer misleads when it does not say at which hours messages are answered'
const WRITE_BUSINESS_DAYS = 'Write: within one business day, en el plazo de un día hábil, or name the hours beside it'
/** Longer times, like 30 days, are counted by the calendar. */
const SHORT_TIME_EN = '(?:an?|one|two|three|four|[1-9]|12|24|48|72) (?:minutes?|hours?|days?)'
const SHORT_TIME_ES = '(?:una?|dos|tres|cuatro|[1-9]|12|24|48|72) (?:minutos?|horas?|d[ií]as?)'

const WORDINGS: readonly Wording[] = [
  {
    words: {
      en: 'best(?! interests?)|top[- ]rated|top (?:lawyers?|attorneys?|firms?)|leading|premier|unrivall?ed|number one',
      es: 'el mejor|la mejor|l[oa]s mejores|l[ií]der(?:es)?|n[uú]mero uno',
    },
    rule: 'rule 4-7.13(b)(3): no comparison that cannot be proven',
  },
  {
    words: {
      en: 'guarantee[ds]?|guaranteeing|we (?:always )?win|will win|never los[et]|successful outcome',
      es: 'garantiza(?:mos|do|da)?|garant[ií]as?|siempre ganamos|ganaremos|nunca perdemos',
    },
    rule: 'rule 4-7.13(b)(1): no prediction or guarantee of a result',
  },
  {
    words: {
      en: '\\$ ?[\\d.,]+ ?(?:million|thousand|[mk])|recovered \\$ ?[\\d.,]+|millions? (?:won|recovered)',
      es: 'recuperamos \\$ ?[\\d.,]+|millones',
    },
    rule: 'rule 4-7.13(b)(2): past results only when they can be proven and do not mislead',
  },
  {
    words: {
      en: 'experts?|expertise|specialists?|speciali[sz](?:e[ds]?|ing)|board[- ]certified',
      es: 'expert[oa]s?|especialistas?|especializad[oa]s?',
    },
    rule: 'rule 4-7.14(a)(4): only for lawyers who are board certified or can prove it',
  },
  {
    words: { en: 'aggressive|fearless|fights? for you|pit ?bull', es: 'agresiv[oa]s?|luchamos por usted' },
    rule: 'rule 4-7.13(a): nothing that misleads, and 4-7.15: nothing that manipulates',
  },
  {
    words: {
      en: "(?:fixed|flat|hourly|contingen(?:t|cy)|legal) fees?|hourly rates?|free (?:first |initial )?(?:conversations?|consultations?|calls?|talks?)|without charge|costs? (?:you )?nothing|no (?:legal |attorney['’]?s?['’]? )?fees?|never (?:owe|pay) (?:us )?a fee|(?:no pays?|nothing) unless we (?:win|recover)",
      es: 'honorarios? (?:fij[oa]s?|por hora|de contingencia)|(?:consulta|conversaci[oó]n)(?: es)? grat(?:is|uita)|sin costo|no (?:le )?cuesta nada|(?:no hay|sin|no (?:paga|debe|cobramos)) honorarios',
    },
    // "costs nothing" is the verb.
    unless: /\bcosts?\b(?!\s+(?:nothing|less|more|no\b|you\b|\$))|\bgastos\b|\bcostas\b|\bcostos\b/iu,
    rule: 'rule 4-7.14(a)(5): name a fee only with what a client may still owe',
    write: 'Write in the same paragraph: you may still owe costs; es posible que deba los gastos',
  },
  {
    words: {
      en: 'we (?:may |will |often |sometimes |usually |can )?refer (?:(?:you|your (?:case|matter)|(?:some |such |most |many |other )?(?:cases|matters|clients))) to|referred to (?:another|other|a different) (?:lawyers?|attorneys?|(?:law )?firms?)',
      es: '(?:referimos|remitimos|derivamos)|(?:se )?(?:refieren?|remiten?|derivan?) a otr[oa]s? (?:abogad[oa]s?|bufetes?)',
    },
    unlessNotice: /\brefer(?!ence)|\bremit|\bderiv/iu,
    rule: 'rule 4-7.12(b): when cases are referred to other lawyers, the advertisement says so',
    write:
      'Write it in `advertising` of notices.md, which appears on every page: Some matters are referred to other lawyers',
  },
  {
    words: {
      en: 'p\\.? ?o\\.? ?box|post office box|private mailbox|pmb|virtual office',
      es: 'apartado postal|casilla postal|oficina virtual',
    },
    rule: 'rule 4-7.12(a)(2): an office is a place where the firm regularly serves clients',
    write: 'Write the street and the number of an office that a client can visit',
  },
  {
    words: {
      en: `(?:we|a person|some(?:body|one)|our (?:staff|team)|a lawyer|an attorney) (?:will |always )?(?:answers?|repl(?:y|ies)|responds?|calls?(?: you)? back|gets? back to you)\\b[^.]{0,60}? (?:within|in (?:under|less than)?) ${SHORT_TIME_EN}|24/7|around the clock|day (?:and|or) night`,
      es: `(?:respond(?:e|emos|eremos|er[aá])|contest(?:a|amos|aremos|ar[aá])|(?:le )?llam(?:amos|aremos))\\b[^.]{0,60}? (?:en|dentro de)(?: (?:el|un) plazo de)? ${SHORT_TIME_ES}|a cualquier hora|las 24 horas del d[ií]a`,
    },
    unless: OFFICE_HOURS,
    rule: REPLY_RULE,
    write: WRITE_BUSINESS_DAYS,
  },
  {
    words: { en: '[^]+', es: '[^]+' },
    unless: OFFICE_HOURS,
    field: 'replyWithin',
    rule: REPLY_RULE,
    write: WRITE_BUSINESS_DAYS,
  },
]

/** The rules for these texts. */
export const wordingRules = ({ files }: Content): Rule[] =>
  WORDINGS.map(({ words, unless, unlessNotice, field, rule, write = WRITE_OTHERWISE }) => ({
    words: wholeWords(Object.values(words).join('|')),
    inCode: true,
    message: (found, { content, passage }) => {
      if ((field !== undefined && field !== passage.field) || unless?.test(passage.text)) return undefined
      const path = contentPath(content.language, '', 'notices')
      const notice = unlessNotice && files.find(({ file }) => file === path)?.data?.advertising
      if (typeof notice === 'string' && unlessNotice?.test(notice)) return undefined
      return `says “${found}”: ${rule}. ${write}`
    },
  }))
