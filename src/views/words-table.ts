/**
 * Which words the interface has: every language must say each.
 */

/** The words about a field of the contact form. */
export interface FieldWords {
  label: string
  hint?: string
  /** Said when it is empty and must not be. */
  missing: string
  /** Said when it cannot be taken as it is: what it must be like. */
  wrong: string
}

export interface Words {
  /** For dates and numbers. */
  locale: string
  /** The language's name in itself. */
  ownName: string
  skip: string
  call(number: string): string
  menu: { label: string; areas: string; about: string; faq: string; contact: string }
  colors: { label: string; device: string; light: string; dark: string }
  footer: { office: string; reach: string; more: string }
  urgent: string
  write: string
  writeAbout: string
  ourAreas: string
  questions: string
  /** @param day the date, as the locale writes it */
  reviewed(day: string): string
  claimTitle: string
  claimDescription: string
  reference: string
  noReference: string
  print: string
  /** Put before the title of a page with faults. */
  error: string
  form: {
    fields: Readonly<Record<'name' | 'email' | 'phone' | 'topic' | 'otherParty' | 'message' | 'language', FieldWords>>
    optional: string
    chooseTopic: string
    otherTopic: string
    trap: string
    before: string
    disclaimer: string
    privacy: string
    send: string
    sending: string
    /** With `{n}` for the number. */
    left: string
    over: string
    restored: string
    notSent: string
    tooLong(number: string): string
    tooMany(seconds: string, number: string): string
    foreign(number: string): string
    notStored(number: string): string
  }
}
