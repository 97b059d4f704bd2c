/**
 * The texts of the interface. Every language must have all of them.
 */
import type { OpenWords } from '../firm/open-state.ts'
import type { LawyerAnswer } from '../inquiries/has-lawyer.ts'
import type { FieldName, RequiredField } from '../inquiries/inquiry-fields.ts'

/** The texts of a field of the contact form. */
export interface FieldWords {
  label: string
  hint?: string
  /** Shown when a required field is empty. */
  missing?: string
  /** Shown when the value is invalid; says what is valid. */
  wrong: string
}

export interface Words {
  /** For dates and numbers. */
  locale: string
  /** The language's name in that language. */
  ownName: string
  /** The link to the page in this language, in two parts. */
  thisSite: { site: string; inLanguage: string }
  skip: string
  call(number: string): string
  menu: { label: string; areas: string; about: string; faq: string; contact: string }
  colors: { label: string; device: string; light: string; dark: string }
  footer: { office: string; reach: string; more: string }
  urgent: string
  /** Before the name of the lawyer. */
  responsible: string
  /** Before those that the office speaks. */
  languages: string
  /** Above the cards of all lawyers and of those of a practice area, and before the facts of one. */
  lawyers: { all: string; ofArea: string; admitted: string; barNumber: string; admissions: string }
  /** Above the links to the parts of a page. */
  onThisPage: string
  /** Of questions that are not of one practice area. */
  inGeneral: string
  /** Whether the office is open. */
  open: OpenWords
  write: string
  writeAbout: string
  ourAreas: string
  questions: string
  /** @param day the date in words */
  reviewed(day: string): string
  /** On the page of each practice area. */
  generalInformation: string
  claimTitle: string
  claimDescription: string
  /** Title of the page that shows the reference. */
  received: string
  reference: string
  noReference: string
  print: string
  /** Before the e-mail address that was given. */
  answerTo: string
  /** After the question whether another address was meant; `link` leads to the contact form, and the telephone number follows. */
  wrongAddress: { before: string; link: string; orCall: string }
  /** @param day the last day on which an answer is in time, in words */
  answerBy(day: string): string
  /** Prefix of the title of a page with errors. */
  error: string
  form: {
    fields: Readonly<Record<FieldName, FieldWords> & Record<RequiredField, { missing: string }>>
    optional: string
    chooseTopic: string
    lawyerAnswers: Readonly<Record<LawyerAnswer, string>>
    /** The answer of a person who gives none. */
    noAnswer: string
    otherTopic: string
    /** In the Markdown version, before the method and address that programs use. */
    forPrograms: string
    trap: string
    before: string
    /** Right above the button. */
    haveRead: string
    /** First words of each notice before sending, in their order. */
    noticeHeads: readonly [string, string, string]
    disclaimer: string
    privacy: string
    send: string
    sending: string
    /** `left` and `over` have `{n}` for the number. */
    left: string
    over: string
    restored: string
    /** @param address e-mail address that was probably meant */
    meant(address: string): string
    /** Shown when an assistant in the browser has filled in the form. */
    prepared: string
    notSent: string
    tooLong(number: string): string
    tooMany(seconds: string, number: string): string
    foreign(number: string): string
    notStored(number: string): string
  }
}
