/**
 * The privacy page against the table of facts: each kind of fact has a row in the table of the page, in both languages, with the time
 * after which it is removed. A new kind of fact without a row fails here.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import type { FactRow } from '../../src/store/fact.ts'
import { FACTS } from '../../src/store/facts.ts'
import { FACT_NAMES } from '../described-fact.ts'
import { README_ROWS } from './readme-table.ts'

interface PageRow {
  /** How the first column begins. */
  what: Record<Language, string>
  /** Names of the kinds of facts that it is about; one of another version of the table is passed over. */
  facts: readonly string[]
}

/** The rows of the page's two tables, in their order. */
const PAGE_ROWS: readonly PageRow[] = [
  {
    what: { en: "an agent's request to act for you", es: 'la solicitud de un agente' },
    facts: ['attempt', 'attemptTry', 'code', 'started', 'confirmed', 'decision', 'readBackTry', 'delivery'],
  },
  {
    what: { en: "that an agent's access ended", es: 'que terminó el acceso' },
    facts: ['revokedRegistration', 'revokedToken'],
  },
  { what: { en: 'that your address confirmed', es: 'que su dirección confirmó' }, facts: ['known', 'provider'] },
  {
    what: { en: 'what a company that vouches', es: 'lo que una empresa que da fe' },
    facts: ['assertion', 'vouched'],
  },
  {
    what: { en: 'your message, our notes and our answers', es: 'su mensaje, nuestras notas y nuestras respuestas' },
    facts: ['inquiry', 'change', 'marker', 'parties'],
  },
  {
    what: { en: 'as a reminder, with only the reference', es: 'como recordatorio, solo con el número de referencia' },
    facts: ['date', 'call', 'urgent', 'suspect'],
  },
  {
    what: { en: 'to recognize a message sent twice', es: 'para reconocer un mensaje enviado dos veces' },
    facts: ['idempotency'],
  },
  {
    what: { en: 'e-mail that is not sent yet', es: 'correo electrónico que aún no se ha enviado' },
    facts: ['message', 'try', 'failure'],
  },
  { what: { en: 'that an e-mail was sent', es: 'que se envió un correo electrónico' }, facts: ['sent'] },
  { what: { en: "that your address got that day's receipt", es: 'que su dirección recibió' }, facts: ['receipt'] },
  { what: { en: 'our list of clients', es: 'nuestra lista de clientes' }, facts: ['knownList'] },
  { what: { en: 'from an erased message', es: 'de un mensaje que se borra' }, facts: ['keptNames'] },
  { what: { en: 'that a message was erased', es: 'que se borró un mensaje' }, facts: ['erasure'] },
  { what: { en: 'what our staff did', es: 'lo que hizo nuestro personal' }, facts: ['audit'] },
  {
    what: { en: 'our staff: names', es: 'nuestro personal: nombres' },
    facts: ['member', 'memberName', 'memberRoles', 'revokedMember', 'passkey', 'removedPasskey'],
  },
  {
    what: { en: 'our staff: e-mail addresses', es: 'nuestro personal: direcciones de correo' },
    facts: ['staffAddress', 'passkeyUse'],
  },
  {
    what: { en: 'which of our staff are signed in', es: 'quién de nuestro personal tiene' },
    facts: ['sessionStart', 'sessionUse', 'sessionEnd', 'passkeyChallenge'],
  },
  { what: { en: 'keys that open messages', es: 'claves que abren mensajes' }, facts: ['droppedKeys'] },
  {
    what: { en: 'index entries', es: 'entradas de índice' },
    facts: ['version', 'reminders', 'clock', 'readinessCheck'],
  },
]

/** What the second column says of facts without a lifetime, by what removes them. */
const UNTIL: Readonly<Record<string, Record<Language, string>>> = {
  never: { en: 'for good', es: 'para siempre' },
  'with the inquiry': { en: '{retentionDays} days', es: '{retentionDays} días' },
  'an owner who forgets the address': { en: 'until you ask us to forget', es: 'hasta que usted pida que olvidemos' },
  'an owner or a lawyer who removes them': {
    en: 'until you ask us to remove',
    es: 'hasta que usted pida que los quitemos',
  },
  'the next list; housekeeping': { en: 'until the next list', es: 'hasta que la reemplace la lista' },
  'the next sign-in with it': { en: 'until changed or removed', es: 'hasta que se cambien o se quiten' },
  'replaced or member revoked': { en: 'until changed or removed', es: 'hasta que se cambien o se quiten' },
}

const factsOf = ({ facts }: PageRow): FactRow[] =>
  FACT_NAMES.filter((name) => facts.includes(name)).map((name) => FACTS[name])

/** What removes the facts of a row, as the manual says. */
const removedBy = (row: FactRow) => README_ROWS.find(({ pattern }) => pattern === row.pattern)?.removed ?? ''

/** Rows of the table of the page: both columns. */
function tableOf(language: Language): [what: string, until: string][] {
  const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8')
  const cells = page.split('\n').flatMap((line) => /^\| (.+) \| (.+) \|$/.exec(line)?.slice(1) ?? [])
  const rows = cells.flatMap((what, index) => (index % 2 === 0 ? [[what, cells[index + 1] ?? ''] as const] : []))
  const isHead = (what: string) => /^(what|qué|---)$/.test(what)
  return rows.filter(([what]) => !isHead(what)).map(([what, until]) => [what, until])
}

/** The times that a text states, milliseconds. */
const timesIn = (text: string): number[] =>
  [...text.matchAll(/(\d+) (day|día|hour|hora)/g)].map(
    ([, number, unit]) => Number(number) * (unit === 'day' || unit === 'día' ? DAY_MS : HOUR_MS),
  )

describe('a kind of fact', () => {
  it.each(FACT_NAMES)('%s is on the privacy page once', (name) => {
    expect(PAGE_ROWS.filter(({ facts }) => facts.includes(name))).toHaveLength(1)
  })
})

describe.each(LANGUAGES)('the table of the privacy page (%s)', (language) => {
  const table = tableOf(language)

  it('has these rows', () => {
    expect(table.map(([what], index) => what.startsWith(PAGE_ROWS[index]?.what[language] ?? '?'))).toEqual(
      PAGE_ROWS.map(() => true),
    )
    for (const row of PAGE_ROWS) expect(factsOf(row).length, row.what.en).toBeGreaterThan(0)
  })

  it.each(PAGE_ROWS)('says how long: $what.en', (row) => {
    const until = table[PAGE_ROWS.indexOf(row)]?.[1] ?? ''
    const facts = factsOf(row)
    const lifetimes = facts.flatMap(({ removedAfterMs }) => removedAfterMs ?? [])
    const stated = timesIn(until)
    expect(stated.filter((time) => !lifetimes.includes(time))).toEqual([])
    // Where some stay for good or until something happens, the page need not say that others go within days.
    const phrases = facts.flatMap((fact) => UNTIL[removedBy(fact)] ?? [])
    for (const phrase of phrases) expect(until).toContain(phrase[language])
    if (phrases.length === 0) expect(Math.max(...stated)).toBe(Math.max(...lifetimes))
    expect(phrases.length + stated.length).toBeGreaterThan(0)
  })
})
