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
import { FIRST_LANGUAGE, type Language, languageInWords, TRANSLATIONS } from '../../language.ts'
import { SettingsError } from '../../settings.ts'
import { Answers, AreaName, COUNTIES, type OwnArea, type TypedAnswers, USUAL_HOLIDAYS } from './answers.ts'
import { STARTER_AREAS } from './starters.ts'
import { AFTER_HOURS, REPLY_TIMES, SPOKEN } from './words.ts'

const RANGE = /^(\d\d:\d\d) ?- ?(\d\d:\d\d)$/
const HOURS_EXAMPLE = '08:30-17:00'
const Hours = z.string(`must be times like ${HOURS_EXAMPLE}`).regex(RANGE, `must be times like ${HOURS_EXAMPLE}`)

/**
 * @param terminal where to read and write, if not where the command runs
 * @throws SettingsError when the person presses Ctrl-C
 */
export async function interview(terminal: CommonOptions = {}): Promise<TypedAnswers> {
  const given = async <T>(answer: Promise<T>) => {
    const value = await answer
    if (isCancel(value)) throw new SettingsError('Stopped. Nothing was written.')
    return value as Exclude<T, symbol>
  }
  const ask = (message: string, schema: z.ZodType, initialValue = '') => {
    const validate = (value = '') => schema.safeParse(value || undefined).error?.issues[0]?.message
    return given(text({ ...terminal, message, initialValue, validate }))
  }
  const questionOf = (name: keyof Answers) => Answers.shape[name].description ?? ''
  const asked = (name: keyof Answers, initialValue?: string) => ask(questionOf(name), Answers.shape[name], initialValue)
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const choose = (name: keyof Answers, values: readonly string[], initialValues: string[]) =>
    given(multiselect({ ...terminal, message: questionOf(name), options: options(values), initialValues }))
  const more = (message: string) => given(confirm({ ...terminal, message, initialValue: false }))

  const lawyer = async () => {
    const { shape } = Answers.shape.lawyers.element
    return {
      name: await ask('Name of the lawyer; begin with the one responsible for the site', shape.name),
      barNumber: (await ask('Florida Bar number, if any', shape.barNumber)) || undefined,
      admitted: (await ask('Year of admission to The Florida Bar, if any', shape.admitted)) || undefined,
    }
  }
  const line = async () => {
    const message = 'Days on which the office is open'
    const days = await given(
      multiselect({ ...terminal, message, options: WEEKDAYS.map((label, value) => ({ value, label })) }),
    )
    const times = await ask(`Hours of these days, like ${HOURS_EXAMPLE}`, Hours)
    const [, opens = '', closes = ''] = RANGE.exec(times) ?? []
    return { days: daysInWords(days, FIRST_LANGUAGE), opens, closes }
  }
  const ownArea = async (languages: readonly Language[]) => {
    const names: OwnArea = {}
    for (const language of languages) names[language] = await ask(`Its name in ${languageInWords(language)}`, AreaName)
    return names
  }
  /** Asks for one, and for others as long as there are any. */
  const several = async <T>(one: () => Promise<T>, message: string): Promise<[T, ...T[]]> => {
    const all: [T, ...T[]] = [await one()]
    while (await more(message)) all.push(await one())
    return all
  }

  intro('This asks about your firm and writes the texts of its site. Ctrl-C stops, and nothing is written.', terminal)
  const firm = {
    name: await asked('name'),
    lawyers: await several(lawyer, 'Another lawyer?'),
    street: await asked('street'),
    city: await asked('city'),
    postalCode: await asked('postalCode'),
    telephone: await asked('telephone', '+1-'),
    email: await asked('email'),
    hours: await several(line, 'Other hours on other days, or after a break?'),
    holidays: (await choose('holidays', HOLIDAYS, [...USUAL_HOLIDAYS])) as TypedAnswers['holidays'],
    afterHours: await asked('afterHours', AFTER_HOURS.en),
    replyWithin: await given(
      select({ ...terminal, message: questionOf('replyWithin'), options: options(REPLY_TIMES.map(({ en }) => en)) }),
    ),
    counties: await given(
      autocompleteMultiselect({
        ...terminal,
        message: questionOf('counties'),
        options: options(COUNTIES),
        required: true,
      }),
    ),
  }
  const chosen = <Value extends string>(message: string, some: { value: Value; label: string }[]) =>
    given(multiselect<string>({ ...terminal, message, options: some, required: false })) as Promise<Value[]>
  const translations = await chosen(
    'Languages of the site besides English',
    TRANSLATIONS.map((value) => ({ value, label: languageInWords(value) })),
  )
  const siteLanguages = [FIRST_LANGUAGE, ...translations]
  const starters = await chosen(
    'Practice areas that have a starter text',
    STARTER_AREAS.map(({ slug, name }) => ({ value: slug, label: name })),
  )
  const question = 'Add an area of your own? You write its text.'
  const spoken = SPOKEN.map(({ en }) => en)
  const own =
    starters.length === 0 || (await more(question)) ? await several(() => ownArea(siteLanguages), question) : []
  return {
    ...firm,
    siteLanguages,
    areas: [...starters, ...own],
    languages: await choose('languages', spoken, ['English']),
    accent: (await asked('accent')) || undefined,
    logo: (await asked('logo')) || undefined,
  }
}
