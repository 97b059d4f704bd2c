/** The questions of `npm run adopt`, which check what is typed by the schema of the file of answers. */
import {
  autocomplete,
  autocompleteMultiselect,
  type CommonOptions,
  confirm,
  intro,
  isCancel,
  select,
  text,
} from '@clack/prompts'
import type * as z from 'zod'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { daysInWords, WEEKDAYS } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, languageInWords, TRANSLATIONS } from '../../language.ts'
import { SettingsError } from '../../settings.ts'
import { Answers, AreaName, COUNTIES, type Draft, type OwnArea, type TypedAnswers, USUAL_HOLIDAYS } from './answers.ts'
import { ACCENTS, AFTER_HOURS, REPLY_TIMES, SPOKEN, STARTER_AREAS } from './starters.ts'

interface Choice {
  value: string
  label: string
  hint?: string
}
const SHOWN = 12
const choices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

/** @throws SettingsError when the person pressed Ctrl-C */
async function given<T>(answer: Promise<T>) {
  const value = await answer
  if (isCancel(value)) throw new SettingsError('Stopped. `npm run adopt` goes on from the last answer.')
  return value as Exclude<T, symbol>
}

/** Throws SettingsError on Ctrl-C. `keep` gets the answers so far after each one. */
export async function interview(
  draft: Draft,
  keep: (answers: Draft) => void,
  terminal: CommonOptions = {},
): Promise<TypedAnswers> {
  const typed: Draft = { ...draft }
  const questions = questionsOn(typed, terminal)
  const ask = async (name: keyof Answers) => {
    Object.assign(typed, { [name]: await questions[name]() })
    keep(typed)
  }
  intro(
    'This asks about your firm and writes the texts of its site. At the end you can change each answer. Ctrl-C stops; the answers are kept.',
    terminal,
  )
  const names = Object.keys(questions) as (keyof Answers)[]
  for (const name of names) if (typed[name] === undefined) await ask(name)
  for (;;) {
    const options = names.map((name) => ({ value: name, label: `${name}: ${JSON.stringify(typed[name] ?? 'none')}` }))
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

function questionsOn(typed: Draft, terminal: CommonOptions): Record<keyof Answers, () => Promise<unknown>> {
  const ask = async (message: string, schema: z.ZodType, initialValue = '') => {
    const validate = (value = '') => {
      const fault = schema.safeParse(value || undefined).error?.issues[0]?.message
      return fault && (value ? fault : 'must be answered')
    }
    return (await given(text({ ...terminal, message, initialValue, validate }))) || undefined
  }
  const questionOf = (name: keyof Answers) => Answers.shape[name].description ?? ''
  const line =
    (name: keyof Answers, initialValue = '') =>
    () => {
      const before = typed[name]
      return ask(questionOf(name), Answers.shape[name], typeof before === 'string' ? before : initialValue)
    }
  const choose = (message: string, options: Choice[], more: { required?: boolean; initialValues?: string[] } = {}) =>
    given(autocompleteMultiselect<string>({ ...terminal, message, options, required: true, maxItems: SHOWN, ...more }))
  const chooseOne = (message: string, options: Choice[]) =>
    given(autocomplete<string>({ ...terminal, message, options, maxItems: SHOWN }))
  const agrees = (message: string) => given(confirm({ ...terminal, message, initialValue: false }))
  const several = async <T>(one: () => Promise<T>, another: string) => {
    const all = [await one()]
    while (await agrees(another)) all.push(await one())
    return all
  }
  const lawyer = async () => {
    const { shape } = Answers.shape.lawyers.element
    return {
      name: await ask('Name of the lawyer; begin with the one who is responsible for the site', shape.name),
      barNumber: await ask('Florida Bar number, if any', shape.barNumber),
      admitted: await ask('Year in which The Florida Bar admitted this lawyer', shape.admitted),
    }
  }
  const hours = async () => {
    const { shape } = Answers.shape.hours.element
    const week = choices([...WEEKDAYS.slice(1), WEEKDAYS[0]])
    const days = await choose('Days on which the office is open at the same times', week)
    const opens = (await ask('When does it open on these days? Like 08:30', shape.opens)) ?? ''
    const later = shape.closes.refine((closes) => closes > opens, 'must be later')
    const closes = await ask('When does it close? Like 17:00', later)
    const numbers = days.map((day) => WEEKDAYS.findIndex((each) => each === day))
    return { days: daysInWords(numbers, FIRST_LANGUAGE), opens, closes }
  }
  const ownArea = async () => {
    const names: OwnArea = {}
    for (const language of typed.siteLanguages ?? [FIRST_LANGUAGE])
      names[language] = await ask(`Its name in ${languageInWords(language)}`, AreaName)
    return names
  }
  const areas = async () => {
    const options = STARTER_AREAS.map(({ slug, name, otherNames }) => ({ value: slug, label: name, hint: otherNames }))
    const starters = await choose('Practice areas that have a starter text', options, { required: false })
    const question = 'Add an area of your own? You write its text.'
    const hasOwn = starters.length === 0 || (await agrees(question))
    return [...starters, ...(hasOwn ? await several(ownArea, question) : [])]
  }
  const siteLanguages = async () => {
    const options = TRANSLATIONS.map((value) => ({ value, label: languageInWords(value) }))
    return [FIRST_LANGUAGE, ...(await choose('Languages of the site besides English', options, { required: false }))]
  }
  const accent = async () => {
    const colors = ACCENTS.map(({ name, color }) => ({ value: color, label: name, hint: color }))
    const usual = { value: '', label: 'Cypress green and clay red, as the project comes' }
    const question = 'Color of links and buttons; any other can be written into firm.md'
    return (await chooseOne(question, [usual, ...colors])) || undefined
  }
  return {
    name: line('name'),
    lawyers: () => several(lawyer, 'Is there another lawyer?'),
    street: line('street'),
    city: line('city'),
    postalCode: line('postalCode'),
    telephone: line('telephone', '+1-'),
    email: line('email'),
    hours: () => several(hours, 'Other hours on other days, or after a break?'),
    holidays: () =>
      choose(questionOf('holidays'), choices(HOLIDAYS), { initialValues: [...USUAL_HOLIDAYS], required: false }),
    afterHours: line('afterHours', AFTER_HOURS.en),
    replyWithin: () => chooseOne(questionOf('replyWithin'), choices(REPLY_TIMES.map(({ en }) => en))),
    counties: () => choose(questionOf('counties'), choices(COUNTIES)),
    siteLanguages,
    areas,
    languages: () =>
      choose(
        questionOf('languages'),
        SPOKEN.map(({ en, es, own = es }) => ({ value: en, label: en, hint: own })),
        { initialValues: ['English'] },
      ),
    accent,
    logo: line('logo'),
  }
}
