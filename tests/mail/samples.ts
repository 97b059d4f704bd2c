/** Invented messages of each kind. Those with a language are also tried in the others. */
import type { Message, MessageKind } from '../../src/mail/message.ts'

const TO = { to: 'ana@example.com' } as const
const REFERENCE = { reference: 'K7QM-2F9D' } as const
const LINK = { kind: 'link', ...TO, link: 'secret', language: 'en' } as const
const LINKED = { kind: 'linked', ...TO, registration: 'reg_7Q2mVtX0c3WkQmYh1uJd8A', end: 'secret' } as const

export const SAMPLES: { readonly [Kind in MessageKind]: readonly (Message & { kind: Kind })[] } = {
  notice: [{ kind: 'notice', ...REFERENCE, topic: 'animal_law', firstName: 'Ana' }],
  receipt: [{ kind: 'receipt', ...TO, ...REFERENCE, language: 'en', status: 'mi8xxxxx-K7QM2F9D-x' }],
  reply: [{ kind: 'reply', ...TO, ...REFERENCE, text: 'Dear Ana,\n\nplease call.', language: 'en' }],
  link: [LINK, { ...LINK, isCodeless: true }],
  linked: [
    { ...LINKED, byStaff: false, language: 'en' },
    { ...LINKED, byStaff: true, clientName: 'Helper of Ana' },
  ],
  answer: [{ kind: 'answer', ...TO, ...REFERENCE }],
  assigned: [{ kind: 'assigned', ...TO, ...REFERENCE }],
  urgent: [{ kind: 'urgent', ...TO, ...REFERENCE }],
  late: [{ kind: 'late', ...TO, own: ['K7QM-2F9D'], untaken: ['BCDF-GHJK'] }],
  dates: [{ kind: 'dates', ...TO, dates: [{ ...REFERENCE, date: '2026-12-31' }] }],
  retained: [{ kind: 'retained', ...REFERENCE, retainedAt: '2026-11-21T15:04:05.000Z' }],
  webhook: [{ kind: 'webhook', ...REFERENCE, receivedAt: '2026-11-21T15:04:05.000Z' }],
}
