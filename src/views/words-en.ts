/** The texts of the interface in English. Every language must have all of them. */
import { GENERAL_INFORMATION } from '../firm/notices.ts'
import type { OpenWords } from '../firm/open-state.ts'
import type { FieldName, RequiredField } from '../inquiries/inquiry-fields.ts'
import { LIMITS } from '../inquiries/inquiry-request.ts'
import { withCommas } from '../language.ts'

const LONGEST = withCommas(LIMITS.message.max)

interface FieldWords {
  label: string
  hint?: string
  /** Shown when a required field is empty. */
  missing?: string
  /** Shown when the value is invalid; says what is valid. */
  wrong: string
}

const FIELDS: Readonly<Record<FieldName, FieldWords> & Record<RequiredField, { missing: string }>> = {
  name: {
    label: 'Your name',
    missing: 'Your name is missing.',
    wrong: `Your name may have up to ${LIMITS.name.max} characters, on one line.`,
  },
  email: {
    label: 'E-mail',
    hint: 'This or a telephone number is enough.',
    missing: 'Your e-mail or your telephone number is missing.',
    wrong: 'Your e-mail must be one e-mail address, like ana@example.com.',
  },
  phone: {
    label: 'Telephone',
    wrong: `Your telephone number must have at least seven digits and, with any words, at most ${LIMITS.phone.max} characters.`,
  },
  topic: { label: 'What is it about?', wrong: 'The topic must be one from the list.' },
  otherParty: {
    label: 'Who is on the other side?',
    hint: 'A person, company or agency. We check for conflicts of interest before we talk.',
    wrong: `The name of the other side may have up to ${LIMITS.otherParty.max} characters, on one line.`,
  },
  hasLawyer: {
    label: 'Does a lawyer already represent you in this matter?',
    hint: 'A public defender or court-appointed lawyer counts. If yes, write only whether you would like a second opinion or another lawyer.',
    wrong: 'Answer yes or no about a lawyer, or leave it out.',
  },
  date: {
    label: 'Is there a court date or deadline?',
    hint: 'We may not see this in time. Giving a date does not make us responsible for it.',
    wrong: 'The date must be a day from yesterday to ten years ahead, written like 2026-12-31.',
  },
  county: {
    label: 'Which county is it in?',
    wrong: `The county may have up to ${LIMITS.county.max} characters, on one line.`,
  },
  urgent: {
    label: 'Can it wait?',
    hint: 'Checking this puts your message first at our desk, and the person on call gets an e-mail. We do not promise an answer before the office opens: if it cannot wait, call.',
    wrong: 'Check the box or leave it empty.',
  },
  writingFor: {
    label: 'Are you writing for yourself?',
    hint: 'If you write for someone else, we answer you. We contact that person only if they ask us to.',
    wrong: 'The answer about whom you write for must be one from the list.',
  },
  safeContact: {
    label: 'How may we reach you?',
    hint: 'If a way is not safe for you, check only those that are. If you check none, we may use all.',
    wrong: 'Choose the safe ways from the list.',
  },
  message: {
    label: 'How can we help?',
    hint: `If you were arrested or charged, do not describe what happened. A few sentences are enough, at most ${LONGEST} characters.`,
    missing: 'Your message is missing.',
    wrong: `Your message may have up to ${LONGEST} characters of plain text.`,
  },
  language: { label: 'Language of our answer', wrong: 'The language must be one from the list.' },
}

export const EN = {
  locale: 'en-US',
  ownName: 'English',
  /** The link to the page in this language, in two parts. */
  thisSite: { site: 'This site', inLanguage: 'in English' },
  skip: 'Skip to the text',
  call: (number: string) => `Call ${number}`,
  menu: { label: 'Main', areas: 'Practice areas', about: 'About', faq: 'Questions', contact: 'Contact' },
  colors: { label: 'Colors of this page', device: 'Same as my device', light: 'Light', dark: 'Dark' },
  footer: { office: 'The office', reach: 'Reach us', more: 'More', find: 'How to find us', hours: 'Hours' },
  directions: 'Directions on a map',
  urgent: 'If it is urgent',
  responsible: 'Responsible lawyer',
  languages: 'Languages',
  lawyers: {
    all: 'The lawyers',
    whoAnswers: 'Who answers',
    ofArea: 'Lawyers for this area',
    admitted: 'Admitted to The Florida Bar',
    since: (year: string) => `admitted in Florida ${year}`,
    barNumber: 'Florida Bar number',
    admissions: 'Also admitted to',
  },
  onThisPage: 'On this page',
  inGeneral: 'In general',
  open: [
    'Open now, until {time}',
    'Closed now, opens today at {time}',
    'Closed now, opens tomorrow at {time}',
    'Closed now, opens {day} at {time}',
  ] satisfies OpenWords,
  onCall: 'When the office is closed and it cannot wait, call',
  write: 'Write to us',
  /** Above the letter of the home page. */
  unplanned: 'When you did not plan to need a lawyer',
  writeAbout: 'Write to us about this',
  ourAreas: 'What we do',
  questions: 'Questions people ask',
  allQuestions: '↑ All questions',
  reviewed: (day: string) => `Last reviewed by the firm on ${day}.`,
  generalInformation: GENERAL_INFORMATION.en,
  claimTitle: 'An agent asks to act for you',
  claimDescription: 'Where a person confirms that an AI agent acts for them.',
  received: 'We have your message',
  reference: 'Your reference',
  noReference: 'Once you have sent a message, this page shows its reference.',
  answerBy: (day: string) => `You can expect an answer by ${day}.`,
  print: 'Print this page, or write the reference down.',
  answerTo: 'We will reply to',
  /** To a person who gets no mail; a link to their private page follows. */
  noMail: 'We will not e-mail you. To come back, keep this address where no one else can find it:',
  /** After the question whether another address was meant; `link` leads to the contact form, and the telephone number follows. */
  wrongAddress: {
    before: 'If so, please',
    link: 'write again',
    orCall: 'with the right address and this reference; one sentence is enough. Or call us:',
  },
  error: 'Error',
  form: {
    fields: FIELDS,
    optional: '(optional)',
    chooseTopic: 'Choose one, if you like',
    lawyerAnswers: { yes: 'Yes', no: 'No' },
    noAnswer: 'I would rather not say',
    urgent: 'This is urgent',
    writingFor: { self: 'Yes', someone_else: 'No, for someone else' },
    safeContact: {
      email: 'You may e-mail me',
      telephone: 'You may call my number',
      voicemail: 'You may leave a message there',
    },
    more: 'More that helps us answer',
    otherTopic: 'Something else',
    /** In the Markdown version, before the method and address that programs use. */
    forPrograms: 'A program sends these fields as JSON:',
    trap: 'Leave this empty',
    before: 'Before you send this',
    /** The tick that is needed, and what is said without it. */
    read: 'I have read this',
    doubtful: 'Is this e-mail address right? Correct it, or send the form again as it is.',
    notRead: 'Please read the notice above your message, and check “I have read this.”',
    /** First words of each notice before sending, in their order. */
    noticeHeads: [
      'You are not a client yet.',
      'It may not be confidential yet.',
      'About the telephone number.',
    ] satisfies [string, string, string],
    disclaimer: 'Disclaimer',
    privacy: 'Privacy',
    send: 'Send to the firm',
    sending: 'Sending…',
    left: 'Characters left: {n}',
    over: 'Characters over the limit: {n}',
    restored: 'This is what you typed before. It is kept in this tab only, until you send it or close the tab.',
    meant: (address: string) => `Did you mean ${address}?`,
    prepared:
      'Your assistant has filled in this form. Please read it and change what you like. Nothing is sent until you send it.',
    notSent: 'Your message has not been sent yet',
    tooLong: (number: string) =>
      `The text is too long to be sent. Go back, shorten it, and send it again, or call us: ${number}.`,
    tooMany: (seconds: string, number: string) =>
      `Too many messages came from your connection. Please wait ${seconds} seconds and send it again, or call us: ${number}.`,
    foreign: (number: string) =>
      `Your browser says that this form was filled in on another site. Please send it again from this page, or call us: ${number}.`,
    notSure: (number: string) =>
      `We are not sure that your message was stored. If you have no reference, send it again in a minute, or call us: ${number}.`,
    notStored: (number: string) =>
      `We could not store your message. Your text is still below. Please wait a minute and send it again, or call us: ${number}.`,
  },
}

export type Words = typeof EN
