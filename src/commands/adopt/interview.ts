/** The questions of `npm run adopt`, one at a time, each with what can be chosen. What is typed is checked as the file of answers is. */
import {
  autocompleteMultiselect,
  type CommonOptions,
  confirm,
  intro,
  isCancel,
  multiselect,
  select,
  text,
} from '@clack/prompts'
import * as z from 'zod'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { daysInWords, WEEKDAYS } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, languageInWords, TRANSLATIONS } from '../../language.ts'
import { SettingsError } from '../../settings.ts'
import { Answers, AreaName, COUNTIES, type OwnArea, type TypedAnswers, USUAL_HOLIDAYS } from './answers.ts'
import { STARTER_AREAS } from './starters.ts'
import { AFTER_HOURS, REPLY_TIMES, SPOKEN } from './words.ts'

const RANGE = /^(\d\d:\d\d) ?- ?(\d\d:\d\d)$/
const HOURS_EXAMPLE = '08:30-17:00'
const Hours = z.string(`must be times like ${HOURS_EXAMPLE}`).regex(RANGE, `must be times like ${HOURS_EXAMPLE}`)

/** What was answered until now; an answer that was left empty is undefined. */
type Draft = { [Name in keyof TypedAnswers]?: TypedAnswers[Name] | undefined }

interface Kept {
  /** Answers of an interview that was stopped. */
  draft?: Draft
  /** Keeps the answers so far: called after each. */
  keep?: (draft: Draft) => void
  /** Where to read and write, if not where the command runs. */
  terminal?: CommonOptions
}

/**
 * Asks for what is not answered yet, and shows all answers at the end, of which each can be changed.
 * @throws SettingsError when the person presses Ctrl-C
 */
export async function interview({
  draft = {},
  keep = () => undefined,
  terminal = {},
}: Kept = {}): Promise<TypedAnswers> {
  const typed: Draft = { ...draft }
  const questions = questionsOn(typed, terminal)
  const ask = async (name: keyof Answers) => {
    Object.assign(typed, { [name]: await questions[name]() })
    keep(typed)
  }
  intro('This asks about your firm and writes the texts of its site. Ctrl-C stops; the answers are kept.', terminal)
  const names = Object.keys(questions) as (keyof Answers)[]
  for (const name of names) if (typed[name] === undefined) await ask(name)
  for (;;) {
    const options = names.map((name) => ({ value: name, label: name, hint: JSON.stringify(typed[name] ?? 'none') }))
    const done = { value: undefined, label: 'Yes: write the texts' }
    const name = await given(
      select<keyof Answers | undefined>({
        ...terminal,
        message: 'Is all of this right? If not, choose what to change.',
        options: [done, ...options],
        maxItems: 30,
      }),
    )
    if (name === undefined) return typed as TypedAnswers
    await ask(name)
  }
}

async function given<T>(answer: Promise<T>) {
  const value = await answer
  if (isCancel(value)) throw new SettingsError('Stopped. `npm run adopt` goes on from the last answer.')
  return value as Exclude<T, symbol>
}

/** One question for each answer, in the order in which they are asked. */
function questionsOn(typed: Draft, terminal: CommonOptions): Record<keyof Answers, () => Promise<unknown>> {
  const ask = (message: string, schema: z.ZodType, initialValue = '') => {
    const validate = (value = '') => schema.safeParse(value || undefined).error?.issues[0]?.message
    return given(text({ ...terminal, message, initialValue, validate }))
  }
  const questionOf = (name: keyof Answers) => Answers.shape[name].description ?? ''
  /** One line, which may be left empty where the answer may. */
  const line =
    (name: keyof Answers, initialValue = '') =>
    async () => {
      const before = typed[name]
      const answer = await ask(
        questionOf(name),
        Answers.shape[name],
        typeof before === 'string' ? before : initialValue,
      )
      return answer || undefined
    }
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const choose = (name: keyof Answers, values: readonly string[], initialValues: string[]) => () =>
    given(multiselect({ ...terminal, message: questionOf(name), options: options(values), initialValues }))
  const more = (message: string) => given(confirm({ ...terminal, message, initialValue: false }))
  const some = <Value extends string>(message: string, values: { value: Value; label: string }[]) =>
    given(multiselect<string>({ ...terminal, message, options: values, required: false })) as Promise<Value[]>

  const lawyer = async () => {
    const { shape } = Answers.shape.lawyers.element
    return {
      name: await ask('Name of the lawyer; begin with the one responsible for the site', shape.name),
      barNumber: (await ask('Florida Bar number, if any', shape.barNumber)) || undefined,
      admitted: (await ask('Year of admission to The Florida Bar, if any', shape.admitted)) || undefined,
    }
  }
  const hours = async () => {
    const message = 'Days on which the office is open'
    const days = await given(
      multiselect({ ...terminal, message, options: WEEKDAYS.map((label, value) => ({ value, label })) }),
    )
    const times = await ask(`Hours of these days, like ${HOURS_EXAMPLE}`, Hours)
    const [, opens = '', closes = ''] = RANGE.exec(times) ?? []
    return { days: daysInWords(days, FIRST_LANGUAGE), opens, closes }
  }
  const siteLanguages = async () => [
    FIRST_LANGUAGE,
    ...(await some(
      'Languages of the site besides English',
      TRANSLATIONS.map((value) => ({ value, label: languageInWords(value) })),
    )),
  ]
  const ownArea = async () => {
    const names: OwnArea = {}
    for (const language of typed.siteLanguages ?? [FIRST_LANGUAGE])
      names[language] = await ask(`Its name in ${languageInWords(language)}`, AreaName)
    return names
  }
  /** Asks for one, and for others as long as there are any. */
  const several = async <T>(one: () => Promise<T>, message: string): Promise<T[]> => {
    const all = [await one()]
    while (await more(message)) all.push(await one())
    return all
  }
  const areas = async () => {
    const starters = await some(
      'Practice areas that have a starter text',
      STARTER_AREAS.map(({ slug, name }) => ({ value: slug, label: name })),
    )
    const question = 'Add an area of your own? You write its text.'
    const hasOwn = starters.length === 0 || (await more(question))
    return [...starters, ...(hasOwn ? await several(ownArea, question) : [])]
  }
  return {
    name: line('name'),
    lawyers: () => several(lawyer, 'Another lawyer?'),
    street: line('street'),
    city: line('city'),
    postalCode: line('postalCode'),
    telephone: line('telephone', '+1-'),
    email: line('email'),
    hours: () => several(hours, 'Other hours on other days, or after a break?'),
    holidays: choose('holidays', HOLIDAYS, [...USUAL_HOLIDAYS]),
    afterHours: line('afterHours', AFTER_HOURS.en),
    replyWithin: () =>
      given(
        select({ ...terminal, message: questionOf('replyWithin'), options: options(REPLY_TIMES.map(({ en }) => en)) }),
      ),
    counties: () =>
      given(
        autocompleteMultiselect({
          ...terminal,
          message: questionOf('counties'),
          options: options(COUNTIES),
          required: true,
        }),
      ),
    siteLanguages,
    areas,
    languages: choose(
      'languages',
      SPOKEN.map(({ en }) => en),
      ['English'],
    ),
    accent: line('accent'),
    logo: line('logo'),
  }
}
