/** Each kind of record has a row with its lifetime on the privacy page, in both languages. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/duration.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import type { RecordRow } from '../../src/store/record.ts'
import { Change, SealedInquiry, RECORDS } from '../../src/store/records.ts'
import { RECORD_NAMES } from '../memory-store.ts'
import { README_ROWS } from './readme-table.ts'

/** Rows of both tables in order: the beginning of the first column in each language, and the kinds of records. */
const PAGE_ROWS: readonly (readonly [en: string, es: string, records: string])[] = [
  ["an assistant's request to write for you", 'la solicitud de un asistente', 'claim code waiting'],
  // The claim tells this too, and keeps it when the rest is forgotten.
  ["that an assistant's access ended", 'la constancia de que terminó el acceso', 'claim revokedToken'],
  ['that your address confirmed', 'la constancia de que con su correo electrónico se confirmó', 'person'],
  ['what a sign-in service tells us', 'lo que un servicio de inicio de sesión nos dice', 'assertion vouched'],
  ['your message, our notes and our answers', 'su mensaje, nuestras notas y nuestras respuestas', 'inquiry parties'],
  ['kept with your message, **not encrypted**', 'junto a su mensaje, **sin cifrar**', 'open'],
  ['to recognize a message sent twice', 'para reconocer un mensaje enviado dos veces', 'idempotency'],
  ['e-mail: its address and text', 'correo electrónico: la dirección', 'post due stuck'],
  ['that your address got a receipt', 'la constancia de que al correo electrónico de usted se envió', 'receipt'],
  ['our list of clients', 'nuestra lista de clientes', 'knownList'],
  ['from an erased message', 'de un mensaje que se borra', 'keptNames'],
  ['that a message was erased', 'la constancia de que se borró un mensaje', 'erasure'],
  ['what our staff did', 'lo que hizo nuestro personal', 'audit'],
  [
    'about our staff and this site',
    'sobre nuestro personal y el sitio',
    'member session passkeyChallenge droppedKeys version reminders clock readinessCheck',
  ],
]

const namesIn = (records: string) => RECORD_NAMES.filter((name) => records.split(' ').includes(name))

/** Phrases for records without a lifetime, by what removes them. */
const UNTIL: Readonly<Record<string, Record<Language, string>>> = {
  never: { en: 'for good', es: 'para siempre' },
  'the change that ends it; housekeeping': { en: '{retentionDays} days', es: '{retentionDays} días' },
  'who sends it; housekeeping': { en: 'until it is sent', es: 'hasta que se envíe' },
  'with the inquiry': { en: '{retentionDays} days', es: '{retentionDays} días' },
  'an owner who forgets the address': { en: 'until you ask us to forget', es: 'hasta que usted pida que olvidemos' },
  'an owner or a lawyer who removes them': { en: 'until you ask us to remove', es: 'hasta que usted pida que los' },
  'the next list': { en: 'until the next list', es: 'hasta que la reemplace la lista' },
}

const removedBy = (row: RecordRow) => README_ROWS.find(({ pattern }) => pattern === row.pattern)?.removed ?? ''

function tableOf(language: Language): [what: string, until: string][] {
  const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8')
  const cells = page.split('\n').flatMap((line) => /^\| (.+) \| (.+) \|$/.exec(line)?.slice(1) ?? [])
  const rows = cells.flatMap((what, index) => (index % 2 === 0 ? [[what, cells[index + 1] ?? ''] as const] : []))
  const isHead = (what: string) => /^(what|qué|---)$/.test(what)
  return rows.filter(([what]) => !isHead(what)).map(([what, until]) => [what, until])
}

/** @returns milliseconds */
const timesIn = (text: string): number[] =>
  [...text.matchAll(/(\d+) (day|día|hour|hora)/g)].map(
    ([, number, unit]) => Number(number) * (unit === 'day' || unit === 'día' ? DAY_MS : HOUR_MS),
  )

it.each(RECORD_NAMES)('%s is on the privacy page once, a claim twice', (name) => {
  const rows = PAGE_ROWS.filter(([, , records]) => namesIn(records).includes(name))
  expect(rows).toHaveLength(name === 'claim' ? 2 : 1)
})

describe.each(LANGUAGES)('the table of the privacy page (%s)', (language) => {
  const table = tableOf(language)

  it('has these rows', () => {
    const begins = PAGE_ROWS.map(([en, es]) => (language === 'en' ? en : es))
    expect(table.map(([what], index) => what.startsWith(begins[index] ?? '?'))).toEqual(PAGE_ROWS.map(() => true))
  })

  it.each([...PAGE_ROWS.entries()])('says how long: row %i', (index, [, , names]) => {
    const until = table[index]?.[1] ?? ''
    const records = namesIn(names).map((name): RecordRow => RECORDS[name])
    const lifetimes = records.flatMap(({ removedAfterMs }) => removedAfterMs ?? [])
    const stated = timesIn(until)
    expect(stated.filter((time) => !lifetimes.includes(time))).toEqual([])
    // Where some records stay for good or until an event, the page need not say that others go within days.
    const phrases = records.flatMap((record) => UNTIL[removedBy(record)] ?? [])
    for (const phrase of phrases) expect(until).toContain(phrase[language])
    if (phrases.length === 0) expect(Math.max(...stated)).toBe(Math.max(...lifetimes))
    expect(phrases.length + stated.length).toBeGreaterThan(0)
  })
})

/** What stands beside a sealed message, and the name of it in the row “not encrypted”; `sealed` where it is encrypted. */
const BESIDE: Readonly<Record<string, 'sealed' | readonly [en: string, es: string]>> = {
  date: ['your court date or deadline', 'la fecha en el tribunal o el plazo'],
  isUrgent: ['whether it is urgent', 'si es urgente'],
  isSuspect: ['may be spam', 'podría ser correo no deseado'],
  isCall: ['came by telephone', 'llegó por teléfono'],
  callBack: ['the day by which we call back', 'el día límite para devolverle la llamada'],
  ...named('at by changed undoes status asked answeredAt hold', ['where it stands', 'en qué estado está']),
  ...named('assignee', ['who works on it', 'quién lo atiende']),
  ...named('contact contactedOn followUp', ['our calls', 'nuestras llamadas']),
  ...named('finding lastFinding checkedElsewhere', ['our check for conflicts', 'la verificación de conflictos']),
  ...named('appointment appointmentAt', ['when an appointment is, and how', 'cuándo y cómo es una cita']),
  // Hashes, and the way by which an answer came.
  ...named('sent mail', ['its reference and times', 'su número de referencia y las fechas']),
  note: 'sealed',
  reply: 'sealed',
  answer: 'sealed',
}

function named(fields: string, words: readonly [en: string, es: string]) {
  return Object.fromEntries(fields.split(' ').map((field) => [field, words]))
}

describe.each(LANGUAGES)('what is not encrypted (%s)', (language) => {
  it('has a name in the row of the privacy page, and the message none', () => {
    const fields = [...Object.keys(SealedInquiry.shape.intake.shape), ...Object.keys(Change.shape)]
    expect(fields.sort()).toEqual(Object.keys(BESIDE).sort())
    const [row = ''] = tableOf(language).find(([what]) => /not encrypted|sin cifrar/.test(what)) ?? []
    const names = Object.values(BESIDE).flatMap((words) =>
      words === 'sealed' ? [] : [words[language === 'en' ? 0 : 1]],
    )
    expect(names.filter((name) => !row.includes(name))).toEqual([])
  })
})
