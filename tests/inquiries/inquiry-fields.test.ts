/** Each field is drawn, kept, shown, described to programs, and named in what the firm keeps; one missing below does not compile. */
import { parse as parseCsv } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { inquiryCsv } from '../../src/inquiries/csv.ts'
import { SKILLS, skillMd } from '../../src/contract/documents/skills.ts'
import { openapi } from '../../src/contract/openapi.ts'
import {
  FIELD_NAMES,
  type FieldName,
  INQUIRY_FIELDS,
  MORE_FIELDS,
  NEEDED_FIELDS,
} from '../../src/inquiries/inquiry-fields.ts'
import { readInquiries } from '../../src/inquiries/record.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'
import { choicesOf, READ_FIELD } from '../../src/views/contact-form.ts'
import { WORDS } from '../../src/words.ts'
import { AREAS, AREAS_ES, BASE, FIRM, openDesk, STAFF_INBOX, type TestDesk } from '../test-desk.ts'
import { callAt, ERAS, send } from '../mcp/mcp-client.ts'
import { type DeskClient, openDeskClient } from '../desk/inquiries/desk-client.ts'

/** Each language has the name that the privacy page uses. */
interface Sample extends Record<Language, string> {
  /** No other field has this value. */
  value: string | string[] | true
  desk?: string
}
const SAMPLES: Readonly<Record<FieldName, Sample>> = {
  name: { value: 'Ana Example', en: 'your name', es: 'su nombre' },
  email: { value: 'someone@example.com', en: 'e-mail address', es: 'su correo electrónico' },
  phone: {
    value: '386 555 0187',
    desk: '386 555 0187 leave no message',
    en: 'telephone number',
    es: 'su número de teléfono',
  },
  topic: { value: 'animal_law', desk: 'Area animal_law', en: 'topic', es: 'el tema' },
  otherParty: { value: 'Acme Corp.', en: 'the name of the other side', es: 'el nombre de la otra parte' },
  hasLawyer: { value: 'no', en: 'whether you have a lawyer', es: 'si ya le representa un abogado' },
  urgent: { value: true, desk: 'yes', en: 'that it is urgent', es: 'que es urgente' },
  date: { value: '2026-12-31', desk: 'December 31, 2026', en: 'a court date', es: 'una fecha en el tribunal' },
  county: { value: 'Volusia', en: 'the county', es: 'el condado' },
  writingFor: {
    value: 'someone_else',
    desk: 'someone else',
    en: 'for whom you write',
    es: 'en nombre de quién escribe',
  },
  safeContact: {
    value: ['email', 'telephone'],
    desk: 'email, telephone',
    en: 'which ways to reach you are safe',
    es: 'qué formas de comunicarnos',
  },
  message: { value: 'I was hurt last week.', en: 'your message', es: 'su mensaje' },
  language: { value: 'es', desk: 'Spanish', en: 'the language for our answer', es: 'el idioma de nuestra respuesta' },
}
const VALUES = Object.fromEntries(FIELD_NAMES.map((name) => [name, SAMPLES[name].value]))
const KEPT: Readonly<Record<Language, string>> = { en: 'We keep what you typed', es: 'Guardamos lo que usted escribió' }

const controlsOf = (html: string): HTMLElement[] => parse(html).querySelectorAll('#contact-form .field [name]')
const nameOf = (control: HTMLElement) => control.getAttribute('name') as FieldName

async function fillIn(desk: TestDesk, language: Language): Promise<Response> {
  const path = pathIn(language, '/contact/')
  const html = await (await desk.send('contact', path)).text()
  const names = new Set(controlsOf(html).map(nameOf))
  const filled = [...names].flatMap((name) => [SAMPLES[name].value].flat().map((value) => [name, String(value)]))
  filled.push([READ_FIELD, 'yes'])
  desk.advance(60_000)
  return desk.send('contact', path, { method: 'POST', body: new URLSearchParams(filled) })
}

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()
const schema = Object.entries((await openDesk()).service.inquiryRequest.shape)

let desk: DeskClient
let reference: string
beforeAll(async () => {
  desk = await openDeskClient()
  const sent = await fillIn(desk, 'en')
  reference = sent.headers.get('location')?.split('/')[2] ?? ''
})

it('are those of the table, with different labels, and samples that are not a part of each other', () => {
  expect(schema.map(([name]) => name).sort()).toEqual([...FIELD_NAMES].sort())
  expect(new Set(FIELD_NAMES.map((name) => INQUIRY_FIELDS[name].label)).size).toBe(FIELD_NAMES.length)
  const values = Object.values(VALUES).flatMap((value) => (typeof value === 'string' ? [value] : []))
  for (const value of values) expect(values.filter((other) => other.includes(value))).toEqual([value])
})

describe.each(schema)('the field %s', (key, type) => {
  const field = key as FieldName
  const { label, control, isRequired } = INQUIRY_FIELDS[field]
  const { value, ...named } = SAMPLES[field]
  const text = [value].flat().join(', ')
  const { desk: atDesk = text } = SAMPLES[field]

  it.each(LANGUAGES)('is drawn in the form, once, with its words (%s)', async (language) => {
    const root = parse(await textOf(desk.send('contact', pathIn(language, '/contact/'))))
    const [drawn, ...more] = root.querySelectorAll(`#contact-form [name=${field}]`)
    const types: Partial<Record<string, string[]>> = {
      answer: ['radio', 'radio'],
      several: ['checkbox', 'checkbox'],
      tick: [],
    }
    expect(more.map((one) => one.getAttribute('type'))).toEqual(types[control.kind] ?? [])
    const name = types[control.kind] ? drawn?.closest('fieldset')?.querySelector('legend') : labelFor(root, drawn)
    expect(name?.firstChild?.text.trim()).toBe(WORDS[language].form.fields[field].label)
    expect(!isRequired).toBe(type.safeParse(undefined).success)
    expect(drawn?.hasAttribute('required')).toBe(NEEDED_FIELDS.includes(field))
    expect(drawn?.closest('details') !== null).toBe(MORE_FIELDS.includes(field))
  })

  it.each(LANGUAGES)('is kept as it was filled in (%s)', async (language) => {
    const own = await openDesk()
    expect((await fillIn(own, language)).status).toBe(303)
    const [inquiry] = await own.inquiries()
    expect(inquiry?.request[field]).toEqual(value)
  })

  it('is given back when it could not be stored', async () => {
    const own = await openDesk()
    own.store.down = true
    const controls = controlsOf(await textOf(fillIn(own, 'en'))).filter((one) => nameOf(one) === field)
    const [drawn] = controls
    const ticked = controls.flatMap((one) => (one.hasAttribute('checked') ? [one.getAttribute('value')] : []))
    const shown = {
      line: drawn?.getAttribute('value'),
      text: drawn?.text.trim(),
      choice: chosenIn(drawn),
      answer: ticked[0],
      several: ticked,
      tick: ticked[0] === 'true',
    }
    expect(shown[control.kind]).toEqual(value)
  })

  it('is a column of the spreadsheet', async () => {
    const rows = parseCsv(inquiryCsv(await readInquiries(desk.service.store, STAFF_INBOX), new Map()), {
      bom: true,
      columns: true,
    })
    expect((rows as Record<string, string>[])[0]?.[field]).toBe(value === true ? 'yes' : text)
  })

  it('is on the page at the desk, once', async () => {
    const { markup, title } = await desk.open(reference)
    const page = parse(markup)
    if (field === 'name') return expect(title).toBe(atDesk)
    if (field === 'date') return expect(page.querySelector('.reach')?.text).toContain(`deadline: ${atDesk},`)
    const term = page.querySelectorAll('.card dt').find(({ text }) => text === label)
    const shown = control.kind === 'text' ? page.querySelector('.thread .message') : term?.nextElementSibling
    expect(shown?.text.trim()).toBe(atDesk)
  })

  it('is described to programs: OpenAPI, the skill and the page for agents', () => {
    const { components } = openapi(BASE, FIRM, AREAS) as {
      components: { schemas: { CreateInquiryRequest: { properties: Record<string, unknown>; required: string[] } } }
    }
    const { properties, required } = components.schemas.CreateInquiryRequest
    expect(properties[field]).toMatchObject({
      type: value === true ? 'boolean' : typeof value === 'string' ? 'string' : 'array',
      description: expect.stringMatching(/\.$/),
    })
    expect(required.includes(field)).toBe(isRequired === true)
    const skill = SKILLS.find(({ name }) => name === 'prepare-and-send-an-inquiry')
    expect(skill && skillMd(skill, BASE, FIRM)).toMatch(new RegExp(`^4\\. POST .*\\b${field}\\b.*as JSON`, 'm'))
    for (const page of ['content/sample/pages/for-agents.md', 'content/sample/es/pages/for-agents.md'])
      expect(readFileSync(page, 'utf8'), page).toContain(`\`${field}\``)
  })

  it('is taken by the tools of MCP, and shown to the person before it is sent', async () => {
    const listed = await send(...ERAS.modern('tools/list'), 'POST', { agent: desk })
    const { tools = [] } = listed.body.result as { tools?: { name: string; inputSchema: { properties: object } }[] }
    const taking = tools.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties, field))
    expect(taking.map(({ name }) => name)).toEqual(expect.arrayContaining(['preview_inquiry', 'submit_inquiry']))
    const preview = await callAt(desk, 'preview_inquiry', VALUES)
    expect(preview).toMatchObject({ structuredContent: { inquiry: { [field]: value } } })
    const question = await callAt(desk, 'submit_inquiry', VALUES)
    const { inputRequests } = question as { inputRequests: { confirm: { params: { message: string } } } }
    // The inquiry asks for this language.
    const { label } = WORDS.es.form.fields[field]
    const choices = Object.values(choicesOf({ language: 'es', languages: LANGUAGES, practiceAreas: AREAS_ES }))
    const known = Object.assign({}, ...choices) as Record<string, string>
    const shown = [value].flat().map((one) => known[String(one)] ?? one)
    expect(inputRequests.confirm.params.message.split('\n')).toContain(
      `${label.endsWith('?') ? label : `${label}:`} ${shown.join(', ')}`,
    )
  })

  it.each(LANGUAGES)('is named by the privacy page among what is kept (%s)', (language) => {
    const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8')
    const kept = page.split('\n\n').find((paragraph) => paragraph.startsWith(KEPT[language]))
    expect(kept?.replace(/\s+/g, ' ')).toContain(named[language])
  })
})

const labelFor = (root: HTMLElement, drawn: HTMLElement | undefined) => root.querySelector(`label[for=${drawn?.id}]`)
const chosenIn = (drawn: HTMLElement | undefined) => drawn?.querySelector('[selected]')?.getAttribute('value')
