/** Each field is drawn, kept, shown, described to programs, and named in what the firm keeps; one missing below does not compile. */
import { parse as parseCsv } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { inquiryCsv } from '../../src/inquiries/csv.ts'
import { SKILLS, skillMd } from '../../src/contract/documents/skills.ts'
import { openapi } from '../../src/contract/openapi.ts'
import type { FieldName } from '../../src/inquiries/inquiry-fields.ts'
import { FIELD_NAMES, INQUIRY_FIELDS, MORE_FIELDS, NEEDED_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { readInquiries } from '../../src/inquiries/record.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import { choicesOf, READ_FIELD } from '../../src/views/contact-form.ts'
import { WORDS } from '../../src/words.ts'
import { AREAS, AREAS_ES, BASE, FIRM, openDesk, STAFF_INBOX, type TestDesk } from '../test-desk.ts'
import { callAt, ERAS, send } from '../mcp/mcp-client.ts'
import type { Json } from '../test-agent.ts'
import { type DeskClient, openDeskClient } from '../desk/inquiries/desk-client.ts'

type Value = string | string[] | true
/** No two have the same value. The desk shows some in other words; the privacy page has a name for each, English and Spanish. */
const SAMPLES: Readonly<Record<FieldName, [value: Value, desk: string, ...named: [en: string, es: string]]>> = {
  name: ['Ana Example', '', 'your name', 'su nombre'],
  email: ['someone@example.com', '', 'e-mail address', 'su correo electrónico'],
  phone: ['386 555 0187', '386 555 0187 leave no message', 'telephone number', 'su número de teléfono'],
  topic: ['animal_law', 'Area animal_law', 'topic', 'el tema'],
  otherParty: ['Acme Corp.', '', 'the name of the other side', 'el nombre de la otra parte'],
  hasLawyer: ['no', '', 'whether you have a lawyer', 'si ya tiene un abogado'],
  urgent: [true, 'yes', 'whether it is urgent', 'si es urgente'],
  date: ['2026-12-31', 'December 31, 2026', 'a court date', 'una fecha en el tribunal'],
  county: ['Volusia', '', 'the county', 'el condado'],
  writingFor: ['someone_else', 'someone else', 'for whom you write', 'en nombre de quién escribe'],
  safeContact: [['email', 'telephone'], '', 'which ways to reach you are safe', 'por qué medios es seguro'],
  message: ['I was hurt last week.', '', 'your message', 'su mensaje'],
  language: ['es', 'Spanish', 'the language for our answer', 'el idioma de nuestra respuesta'],
}
const valueOf = (field: FieldName): Value => SAMPLES[field][0]
const textIn = (field: FieldName) => [valueOf(field)].flat().join(', ')
const byField = <Result>(of: (field: FieldName) => Result) =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, of(field)])) as Record<FieldName, Result>
const VALUES = byField(valueOf)

const controlsOf = (html: string): HTMLElement[] => parse(html).querySelectorAll('#contact-form .field [name]')
const nameOf = (control: HTMLElement) => control.getAttribute('name') as FieldName

async function fillIn(desk: TestDesk, language: Language): Promise<Response> {
  const path = pathIn(language, '/contact/')
  const html = await (await desk.send('contact', path)).text()
  const names = new Set(controlsOf(html).map(nameOf))
  const filled = [...names].flatMap((name) => [valueOf(name)].flat().map((value) => [name, String(value)]))
  filled.push([READ_FIELD, 'yes'])
  desk.advance(60_000)
  return desk.send('contact', path, { method: 'POST', body: new URLSearchParams(filled) })
}

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()

let desk: DeskClient
let reference: string
beforeAll(async () => {
  desk = await openDeskClient()
  const sent = await fillIn(desk, 'en')
  reference = sent.headers.get('location')?.split('/')[2] ?? ''
})

it('are those of the table, with different labels', () => {
  expect(Object.keys(desk.service.inquiryRequest.shape).sort()).toEqual([...FIELD_NAMES].sort())
  expect(new Set(FIELD_NAMES.map((name) => INQUIRY_FIELDS[name].label)).size).toBe(FIELD_NAMES.length)
})

describe.each(LANGUAGES)('each field (%s)', (language) => {
  it('is drawn in the form, once, with its words', async () => {
    const root = parse(await textOf(desk.send('contact', pathIn(language, '/contact/'))))
    const drawn = byField((field) => {
      const [first, ...more] = root.querySelectorAll(`#contact-form [name=${field}]`)
      const inGroup = first?.closest('fieldset')?.querySelector('legend')
      const label = inGroup ?? root.querySelector(`label[for=${first?.id}]`)
      return {
        more: more.map((one) => one.getAttribute('type')),
        words: label?.firstChild?.text.trim(),
        isNeeded: first?.hasAttribute('required'),
        isFolded: first?.closest('details') !== null,
      }
    })
    const types: Partial<Record<string, string[]>> = { answer: ['radio', 'radio'], several: ['checkbox', 'checkbox'] }
    expect(drawn).toEqual(
      byField((field) => ({
        more: types[INQUIRY_FIELDS[field].control.kind] ?? [],
        words: WORDS[language].form.fields[field].label,
        isNeeded: NEEDED_FIELDS.includes(field),
        isFolded: MORE_FIELDS.includes(field),
      })),
    )
  })

  it('is kept as it was filled in, encrypted but for the date and the urgency, which the privacy page names', async () => {
    const own = await openDesk()
    expect((await fillIn(own, language)).status).toBe(303)
    expect(await own.inquiries()).toMatchObject([{ request: VALUES }])
    const stored = [...own.store.records].join('\n')
    const isOpen = (field: FieldName) => [valueOf(field)].flat().some((one) => one !== true && stored.includes(one))
    // A value of two letters stands in any text.
    expect(FIELD_NAMES.filter((field) => textIn(field).length > 2 && isOpen(field))).toEqual(['date'])
    expect(stored).toContain('"isUrgent":true')
  })

  it('is named by the privacy page among what is kept', () => {
    const begin = { en: 'We keep what you typed', es: 'Guardamos lo que usted escribió' }[language]
    const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8')
    const kept = page.slice(page.indexOf(begin), page.indexOf('{#programInquiries}'))
    for (const [, , en, es] of Object.values(SAMPLES)) expect(kept.replace(/\s+/g, ' ')).toContain({ en, es }[language])
  })
})

it('each field is given back when it could not be stored', async () => {
  const own = await openDesk()
  own.store.down = true
  const drawn = Map.groupBy(controlsOf(await textOf(fillIn(own, 'en'))), nameOf)
  const shown = byField((field) => {
    const controls = drawn.get(field) ?? []
    const ticked = controls.flatMap((one) => (one.hasAttribute('checked') ? [one.getAttribute('value')] : []))
    return {
      line: controls[0]?.getAttribute('value'),
      text: controls[0]?.text.trim(),
      choice: controls[0]?.querySelector('[selected]')?.getAttribute('value'),
      answer: ticked[0],
      several: ticked,
      tick: ticked[0] === 'true',
    }[INQUIRY_FIELDS[field].control.kind]
  })
  expect(shown).toEqual(VALUES)
})

it('each field is a column of the spreadsheet', async () => {
  const csv = inquiryCsv(await readInquiries(desk.service.store, STAFF_INBOX), new Map())
  const columns = byField((field) => (valueOf(field) === true ? 'yes' : textIn(field)))
  expect(parseCsv(csv, { bom: true, columns: true })).toMatchObject([columns])
})

it('each field is on the page at the desk, once', async () => {
  const { markup, title } = await desk.open(reference)
  const page = parse(markup)
  const atDesk = (field: FieldName) => SAMPLES[field][1] || textIn(field)
  const dateRow = page.querySelectorAll('.head-rows dt').find(({ text }) => text === 'Date')
  const shown = byField((field) => {
    const label = INQUIRY_FIELDS[field].label
    if (field === 'name') return title
    if (field === 'topic') return page.querySelector('.identity > span:not([class])')?.text
    if (field === 'date') return dateRow?.nextElementSibling?.querySelector('strong')?.text
    if (field === 'message') return page.querySelector('.thread .message')?.text.trim()
    const reached = page.querySelectorAll('.head-rows span').find(({ text }) => text.startsWith(`${label}: `))
    if (reached) return reached.text.slice(`${label}: `.length)
    const term = page.querySelectorAll('.card dt').find(({ text }) => text === label)
    return term?.nextElementSibling?.text.trim()
  })
  expect(shown).toEqual(byField(atDesk))
})

it.each(FIELD_NAMES)('%s is described to programs: OpenAPI, the skill and the page for agents', (field) => {
  type Described = { components: { schemas: Record<string, { properties: Json; required: string[] }> } }
  const { schemas } = (openapi(BASE, FIRM, AREAS) as Described).components
  const { properties, required } = schemas.CreateInquiryRequest ?? expect.unreachable()
  expect(properties[field]).toMatchObject({
    type: { boolean: 'boolean', string: 'string', object: 'array' }[typeof valueOf(field) as 'string'],
    description: expect.stringMatching(/\.$/),
  })
  const isRequired = INQUIRY_FIELDS[field].isRequired === true
  expect(required.includes(field)).toBe(isRequired)
  expect(desk.service.inquiryRequest.shape[field].safeParse(undefined).success).toBe(!isRequired)
  const skill = SKILLS.find(({ name }) => name === 'prepare-and-send-an-inquiry')
  expect(skill && skillMd(skill, BASE, FIRM)).toMatch(new RegExp(`^4\\. POST .*\\b${field}\\b.*as JSON`, 'm'))
  for (const page of ['content/sample/pages/for-agents.md', 'content/sample/es/pages/for-agents.md'])
    expect(readFileSync(page, 'utf8'), page).toContain(`\`${field}\``)
})

it('each field is taken by the tools of MCP, and shown to the person before it is sent', async () => {
  const listed = await send(...ERAS.modern('tools/list'), 'POST', { agent: desk })
  const { tools } = listed.body.result as { tools: { name: string; inputSchema: { properties: object } }[] }
  const taking = tools.filter((one) => /^(preview|submit)_inquiry$/.test(one.name))
  expect(taking).toHaveLength(2)
  for (const { name, inputSchema } of taking)
    expect(Object.keys(inputSchema.properties), name).toEqual(expect.arrayContaining([...FIELD_NAMES]))
  const preview = await callAt(desk, 'preview_inquiry', VALUES)
  expect(preview).toMatchObject({ structuredContent: { inquiry: VALUES } })
  const question = await callAt(desk, 'submit_inquiry', VALUES)
  const { inputRequests } = question as { inputRequests: { confirm: { params: { message: string } } } }
  const choices = Object.values(choicesOf({ language: 'es', languages: LANGUAGES, practiceAreas: AREAS_ES }))
  const known = Object.assign({}, ...choices) as Record<string, string>
  const lines = FIELD_NAMES.map((field) => {
    // The inquiry asks for this language.
    const { label } = WORDS.es.form.fields[field]
    const shown = [valueOf(field)].flat().map((one) => known[String(one)] ?? one)
    return `${label.endsWith('?') ? label : `${label}:`} ${shown.join(', ')}`
  })
  expect(inputRequests.confirm.params.message.split('\n')).toEqual(expect.arrayContaining(lines))
})
