/** The questions of `npm run adopt`, one at a time, each with what can be chosen. What is typed is checked as the file of answers is. */
import { type CommonOptions, confirm, intro, select, text } from '@clack/prompts'
import type * as z from 'zod'
import { clockInWords } from '../../dates.ts'
import { DAY_MS, HOUR_MS } from '../../duration.ts'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { daysInWords, parseDays, WEEKDAYS } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, languageInWords, TRANSLATIONS } from '../../language.ts'
import { Answers, AreaName, COUNTIES, type OwnArea, type TypedAnswers, USUAL_HOLIDAYS } from './answers.ts'
import { BETWEEN_NAMES, choices, chooseOne as chooseOneOf, chooseSeveral, given } from './choices.ts'
import { STARTER_AREAS } from './starters.ts'
import { ACCENTS, AFTER_HOURS, REPLY_TIMES, SPOKEN } from './words.ts'

/** Every quarter of an hour, like `08:30`. */
const TIMES = Array.from({ length: (4 * DAY_MS) / HOUR_MS }, (_, quarter) =>
  new Date((quarter * HOUR_MS) / 4).toISOString().slice(11, 16),
)
const OTHER = 'Another color, in six digits'
/** How a language is chosen: by its English name, its Spanish one, or its own. */
const spoken = (english: string) => {
  const { es, own } = SPOKEN.find(({ en }) => en === english) ?? {}
  return { label: english, hint: own ?? es ?? '' }
}
/** Kept entry by entry: stopped within one, the interview goes on with the next entry. */
const LISTS: ReadonlySet<keyof Answers> = new Set(['lawyers', 'hours'])

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
  const put = (name: keyof Answers, answer: unknown) => {
    Object.assign(typed, { [name]: answer })
    keep(typed)
  }
  const questions = questionsOn(typed, put, terminal)
  const ask = async (name: keyof Answers, goesOn = false) => put(name, await questions[name](goesOn))
  intro(
    'This asks about your firm and writes the texts of its site. At the end you can change each answer. Ctrl-C stops; the answers are kept.',
    terminal,
  )
  const names = Object.keys(questions) as (keyof Answers)[]
  for (const [place, name] of names.entries()) {
    const isLast = names.slice(place + 1).every((later) => typed[later] === undefined)
    if (typed[name] === undefined || (isLast && LISTS.has(name))) await ask(name, true)
  }
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

/**
 * One question for each answer, in the order in which they are asked. It is called with whether a list goes on with what was kept of it.
 * @param put keeps an answer so far
 */
function questionsOn(
  typed: Draft,
  put: (name: keyof Answers, answer: unknown) => void,
  terminal: CommonOptions,
): Record<keyof Answers, (goesOn: boolean) => Promise<unknown>> {
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
  const choose = chooseSeveral.bind(undefined, terminal)
  const chooseOne = chooseOneOf.bind(undefined, terminal)
  const more = (message: string) => given(confirm({ ...terminal, message, initialValue: false }))

  const lawyers = async (goesOn: boolean) => {
    const { shape } = Answers.shape.lawyers.element
    const all = goesOn ? [...(typed.lawyers ?? [])] : []
    const namesOf = () =>
      all.length === 0
        ? ask('Name of the lawyer who is responsible for the site', shape.name)
        : ask('Name of another lawyer; empty when there are no more', shape.name.optional())
    for (let names = await namesOf(); names; names = await namesOf())
      for (const name of names.split(BETWEEN_NAMES)) {
        const barNumber = (await ask(`Florida Bar number of ${name}, if any`, shape.barNumber)) || undefined
        const admitted =
          (await ask(`Year in which The Florida Bar admitted ${name}, if any`, shape.admitted)) || undefined
        all.push({ name, barNumber, admitted })
        put('lawyers', all)
      }
    return all
  }
  const time = (message: string, after = '') => {
    const options = TIMES.filter((each) => each > after).map((value) => {
      const label = clockInWords(value, FIRST_LANGUAGE)
      return { value, label, hint: value === '12:00' ? 'noon' : value }
    })
    return chooseOne(message, options)
  }
  const hours = async () => {
    const week = [...WEEKDAYS.slice(1), WEEKDAYS[0]]
    const read = (words: string) => parseDays(words)?.map((day) => WEEKDAYS[day] ?? '')
    const days = await choose('Days on which the office is open at the same times', choices(week), { read })
    const opens = await time('When does it open on these days? Like 8:30')
    const closes = await time('When does it close? Like 5:00 p.m., or noon', opens)
    return { days: daysInWords(parseDays(days.join()) ?? [], FIRST_LANGUAGE), opens, closes }
  }
  const siteLanguages = async () => [
    FIRST_LANGUAGE,
    ...(await choose(
      'Languages of the site besides English',
      TRANSLATIONS.map((value) => ({ value, ...spoken(languageInWords(value)) })),
      { required: false },
    )),
  ]
  const ownArea = async () => {
    const names: OwnArea = {}
    for (const language of typed.siteLanguages ?? [FIRST_LANGUAGE])
      names[language] = await ask(`Its name in ${languageInWords(language)}`, AreaName)
    return names
  }
  /** Asks for one, unless there is one, and for others as long as there are any. */
  const several = async <T>(one: () => Promise<T>, message: string, all: T[] = [], keep = (_all: T[]) => {}) => {
    while (all.length === 0 || (await more(message))) {
      all.push(await one())
      keep(all)
    }
    return all
  }
  const areas = async () => {
    const starters = await choose(
      'Practice areas that have a starter text',
      STARTER_AREAS.map(({ slug, name, otherNames }) => ({ value: slug, label: name, hint: otherNames })),
      { required: false },
    )
    const question = 'Add an area of your own? You write its text.'
    const hasOwn = starters.length === 0 || (await more(question))
    return [...starters, ...(hasOwn ? await several(ownArea, question) : [])]
  }
  const accent = async () => {
    const colors = ACCENTS.map(({ name, color }) => ({ value: color, label: name }))
    const options = [
      { value: '', label: 'Cypress green and clay red, as the project comes' },
      ...colors,
      { value: OTHER, label: OTHER },
    ]
    const color = await chooseOne('Color of links and buttons', options)
    return color === OTHER ? line('accent')() : color || undefined
  }
  return {
    name: line('name'),
    lawyers,
    street: line('street'),
    city: line('city'),
    postalCode: line('postalCode'),
    telephone: line('telephone', '+1-'),
    email: line('email'),
    hours: (goesOn) =>
      several(
        hours,
        'Other hours on other days, or after a break?',
        goesOn ? [...(typed.hours ?? [])] : [],
        put.bind(undefined, 'hours'),
      ),
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
        SPOKEN.map(({ en }) => ({ value: en, ...spoken(en) })),
        { initialValues: ['English'] },
      ),
    accent,
    logo: line('logo'),
  }
}
