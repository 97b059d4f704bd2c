/** Invented messages of each kind. Those with a language are also tried in the others. */
import type { Message, MessageKind } from '../../src/mail/message.ts'

const TO = { to: 'ana@example.com' } as const
const REFERENCE = { reference: 'K7QM-2F9D' } as const
const APPOINTMENT = {
  ...TO,
  ...REFERENCE,
  appointment: {
    startsAt: '2026-12-01T10:00:00-05:00',
    endsAt: '2026-12-01T10:30:00-05:00',
    kind: 'we_call',
    with: 'Ana Diaz',
  },
  entry: 'K7QM-2F9D.mi8xxxxx.3',
  sequence: 3,
} as const
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
  inbound: [REFERENCE, { reference: 'none' }].map((one) => ({
    kind: 'inbound',
    ...TO,
    ...one,
    words: 'Yes.',
    original: 'WWVz',
  })),
  assigned: [{ kind: 'assigned', ...TO, ...REFERENCE }],
  appointment: (['set', 'moved', 'cancelled', 'reminder'] as const).map((what) => ({
    kind: 'appointment',
    ...APPOINTMENT,
    what,
    language: 'en',
    status: 'mi8xxxxx-K7QM2F9D-x',
    telephone: '+1 386 555 0187',
  })),
  staffAppointment: [{ kind: 'staffAppointment', ...APPOINTMENT, what: 'set' }],
  urgent: [{ kind: 'urgent', ...TO, ...REFERENCE }],
  late: [{ kind: 'late', ...TO, own: ['K7QM-2F9D'], untaken: ['BCDF-GHJK'] }],
  dates: [{ kind: 'dates', ...TO, dates: [{ ...REFERENCE, date: '2026-12-31' }] }],
  retained: [{ kind: 'retained', ...REFERENCE, retainedAt: '2026-11-21T15:04:05.000Z' }],
  webhook: [{ kind: 'webhook', ...REFERENCE, receivedAt: '2026-11-21T15:04:05.000Z' }],
}
