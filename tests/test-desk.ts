/** A world in memory for tests: a store that can count and fail, a clock moved by hand, real keys, and a firm of four areas. */
import { readFileSync } from 'node:fs'
import { beforeEach } from 'vitest'
import { parse } from 'yaml'
import { issuerKeys } from '../src/agents/identity/issuer-keys.ts'
import type { TrustedIssuer } from '../src/agents/identity/trusted-issuer.ts'
import { createPollInterval } from '../src/agents/claims/poll-interval.ts'
import type { InquiryId } from '../src/inquiries/inquiry-id.ts'
import { readInquiries } from '../src/inquiries/record.ts'
import { inquiryRequest, reachableRequest } from '../src/inquiries/inquiry-request.ts'
import { topicsOf } from '../src/firm/topics.ts'
import { contactForm, READ_FIELD } from '../src/views/contact-form.ts'
import { referenceBox } from '../src/views/reference-box.ts'
import { STATUS_REGION } from '../src/views/status-box.ts'
import { OPEN_REGION } from '../src/views/open-line.ts'
import { LANGUAGE_REGION, region, ROBOTS_REGION, TITLE_REGION } from '../src/views/region.ts'
import { type Language, LANGUAGES, pathIn } from '../src/language.ts'
import { openingInbox } from '../src/keys/inbox.ts'
import { createKeys } from '../src/keys/key-set.ts'
import { keyring } from '../src/keys/token-keys.ts'
import { memoryLimiter, createRefusalCounter } from '../src/service/rate-limit.ts'
import { type RouteName, ROUTES } from '../src/routes.ts'
import type { Service } from '../src/service/service.ts'
import type { Mail } from '../src/ports.ts'
import { expectDeclared } from './declared-errors.ts'
import { memoryStore } from './memory-store.ts'

export const BASE = 'https://www.example.com'
const made = await createKeys(true)
/** The keys of every test world. */
export const KEY_SET = made.keys
/** The private key of the staff, and what opens inquiries with it. */
export const { inboxPrivateKey: INBOX_PRIVATE_KEY } = made
export const STAFF_INBOX = await openingInbox(INBOX_PRIVATE_KEY)

interface Published extends Record<'faq' | 'replies', Record<Language, object>> {
  area: Record<'summary' | 'body' | 'reviewed' | 'notice', string>
  firm: Record<Language, Service['firm']>
  lawyers: object[]
}
const PUBLISHED = parse(readFileSync(new URL('test-firm.yaml', import.meta.url), 'utf8')) as Published
const { area, firm, lawyers, faq, replies } = PUBLISHED
export const FIRM = firm.en
/** The same firm, in Spanish. */
export const FIRM_ES = { ...FIRM, ...firm.es, notices: { ...FIRM.notices, ...firm.es.notices } }

export const AREAS = ['personal_injury', 'criminal_traffic', 'wills_trusts', 'animal_law'].map((id) => ({
  id,
  name: `Area ${id}`,
  url: `${BASE}/practice-areas/${id}/`,
  ...area,
}))

/** The same areas, in Spanish. */
export const AREAS_ES = AREAS.map((area) => {
  return { ...area, name: `Área ${area.id}`, summary: 'Qué es.', body: 'El texto.' }
})

export type TestDesk = Awaited<ReturnType<typeof openDesk>>

/** The pages of the build that functions fill, in a language. */
async function pagesIn(language: Language): Promise<Record<string, string>> {
  const { onCall, notices } = FIRM
  const form = await contactForm({ language, languages: LANGUAGES, onCall, notices, practiceAreas: AREAS })
  const page = (title: string, content: string) =>
    `<html lang="${language}"><head><title>${title}</title>${region(ROBOTS_REGION, '<meta name="robots" content="noindex">')}</head><body><h1>${region(TITLE_REGION, title)}</h1>${region(LANGUAGE_REGION, '')}${content}</body></html>`
  const pages = {
    '/contact/index.html': page(
      'Contact',
      region('summary', '') +
        region(OPEN_REGION, '') +
        region('intro', 'What to write.') +
        region('form', form.toString()),
    ),
    '/claim/index.html': page('Claim', region('claim', '')),
    '/status/index.html': page('Status', region(STATUS_REGION, '')),
    '/thanks/index.html': page('Thanks', region('reference', (await referenceBox(language)).toString())),
  }
  return Object.fromEntries(Object.entries(pages).map(([path, html]) => [pathIn(language, path).slice(1), html]))
}

function areaDocuments(root: string, areas: typeof AREAS): Record<string, string> {
  const practiceAreas = areas.map(({ id, name, summary, url }) => ({ id, name, summary, url }))
  const documents = {
    'index.json': { notice: area.notice, practiceAreas },
    ...Object.fromEntries(areas.map((area) => [area.id, area])),
  }
  return Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [`${root}/practice-areas/${name}`, JSON.stringify(value)]),
  )
}

const STATED = { hidesUnlisted: false, keepsNames: true }

/** What the build published. */
const PAGES: Record<string, string> = {
  'api/v1/firm': JSON.stringify(FIRM),
  'api/v1/lawyers': JSON.stringify({ lawyers }),
  'api/v1/health': '{"status":"ok"}',
  'api/v1/faq': JSON.stringify(faq.en),
  ...areaDocuments('api/v1', AREAS),
  '404.html': '<html><body>Not here.</body></html>',
  'desk/stated.json': JSON.stringify({ ...STATED, retentionDays: 180, languages: LANGUAGES }),
  'desk/replies.json': JSON.stringify(replies),
  'api/v1/es/firm': JSON.stringify(FIRM_ES),
  'api/v1/es/faq': JSON.stringify(faq.es),
  ...areaDocuments('api/v1/es', AREAS_ES),
  ...(await pagesIn('en')),
  ...(await pagesIn('es')),
}

interface Options {
  /** Multiplies the limits. */
  factor?: number
  /** Providers whose word is taken. */
  trustedIssuers?: TrustedIssuer[]
}

export async function openDesk({ factor = 1, trustedIssuers = [] }: Options = {}) {
  let now = Date.parse('2026-11-21T15:04:05.000Z')
  const clock = { now: () => new Date(now) }
  const store = memoryStore()
  const lines: string[] = []
  const mails: Mail[] = []
  const later: Promise<unknown>[] = []
  let roundsAtAnswer = 0
  const schema = inquiryRequest(topicsOf(AREAS), clock)
  const service: Service = {
    store,
    clock,
    ...keyring(made.keys),
    mailer: { send: async (mail) => void mails.push(mail) },
    webhook: undefined,
    waitUntil: (work) => void later.push(work),
    revokeBefore: 0,
    allowedOrigins: ['https://host.example'],
    // So that a test sends with one call.
    acceptsUnconfirmed: true,
    retentionDays: 180,
    statedRetentionDays: 180,
    hidesUnlisted: false,
    keepsNames: true,
    trustedIssuers,
    staffInbox: async () => STAFF_INBOX,
    issuerKeys: issuerKeys(),
    pollInterval: createPollInterval(clock),
    refusals: createRefusalCounter(clock),
    limiter: memoryLimiter(clock, factor),
    log: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    published: { read: async (path) => PAGES[path] ?? Promise.reject(new Error(`no page ${path}`)) },
    base: BASE,
    languages: LANGUAGES,
    firm: FIRM,
    practiceAreas: AREAS,
    inquiryRequest: schema,
    reachableRequest: reachableRequest(schema),
  }
  /** Waits for what goes on after the answers. */
  const settle = async () => {
    while (later.length > 0) await later.shift()
  }
  /** Sends a request to the function that answers the address, and waits for what goes on after the answer. */
  async function send(route: RouteName, path: string, init: RequestInit & { address?: string } = {}) {
    const { address = '203.0.113.7', ...rest } = init
    const request = new Request(path.startsWith('/') ? BASE + path : path, rest)
    const response = await ROUTES[route].handler(request, { address }, service)
    roundsAtAnswer = (service.store as { rounds?: () => number }).rounds?.() ?? 0
    await settle()
    await expectDeclared(request, response)
    return response
  }
  /** Sends an inquiry as a program does; yields its id. */
  async function submit(request: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const answer = await send('inquiries', '/api/v1/inquiries', jsonRequest({ ...VALID_INQUIRY, ...request }, headers))
    const { reference, receivedAt } = (await answer.json()) as InquiryId
    return { reference, receivedAt }
  }
  return {
    service,
    store,
    mails,
    /** What was logged, one JSON text. */
    logged: () => lines.join('\n'),
    advance: (milliseconds: number) => void (now += milliseconds),
    settle,
    /** Round trips of the store when the last answer was out. */
    roundsAtAnswer: () => roundsAtAnswer,
    send,
    submit,
    /** As `submit`; yields its reference. */
    inquire: async (request?: Record<string, unknown>) => (await submit(request)).reference,
    /** What is stored, opened with the private key. */
    inquiries: async () => (await readInquiries(store, STAFF_INBOX)).inquiries.map(({ record }) => record),
  }
}

/** The desk of the present test. */
export let desk: TestDesk
/** For the top of a test file: each test has a desk of its own. */
export const useDesk = (options?: Options) =>
  beforeEach(async () => {
    desk = await openDesk(options)
  })

/** An inquiry that is right. */
export const VALID_INQUIRY = {
  name: 'Ana Example',
  email: 'ana@example.com',
  message: 'I was hurt in an accident and would like to talk.',
}

/** What the contact form sends with it. */
export const VALID_FORM = { ...VALID_INQUIRY, [READ_FIELD]: 'yes' }

/** A request that sends JSON. */
export const jsonRequest = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
