/** The questions of `npm run adopt`, which take what people say. */
import { autocomplete, autocompleteMultiselect, type CommonOptions, confirm, intro, select, text } from '@clack/prompts'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { daysInWords, WEEKDAYS } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, type Language, languageInWords, TRANSLATIONS } from '../../language.ts'
import { fieldInWords } from '../../letters.ts'
import { answerOr } from '../prompt.ts'
import { Answers, COUNTIES, type Draft, type OwnArea, slugOf, type TypedAnswers, USUAL_HOLIDAYS } from './answers.ts'
import { ACCENTS, AFTER_HOURS, REPLY_TIMES, SPOKEN, STARTER_AREAS, STARTER_WORDS } from './starters.ts'
import { type Hours, hoursTyped, isTime, refusal, TYPED } from './typed.ts'

interface Choice {
  value: string
  label: string
  hint?: string
}
const SHOWN = 12
const DEFENSE_AREA = 'criminal-and-traffic'
const choices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

const given = answerOr('Stopped. `npm run adopt` goes on from the last answer.')

/** Throws SettingsError on Ctrl-C. `keep` gets the answers so far after each one. */
export async function interview(draft: Draft, keep: (answers: Draft) => void, terminal: CommonOptions = {}) {
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
    const options = names.map((name) => ({
      value: name,
      label: `${fieldInWords(name)}: ${plainly(typed[name]) || 'none'}`,
    }))
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

const plainly = (answer: unknown): string =>
  Array.isArray(answer)
    ? answer.map(plainly).join('; ')
    : typeof answer === 'object' && answer !== null
      ? Object.values(answer).map(plainly).filter(Boolean).join(', ')
      : typeof answer === 'string'
        ? answer
        : ''

/** A question whose answer is typed. An empty answer is undefined, and refused unless it is optional. */
async function line<T>(
  terminal: CommonOptions,
  message: string,
  [take, otherwise]: readonly [take: (typed: string) => T | undefined, otherwise: string],
  { initialValue = '', isOptional = false } = {},
): Promise<T | undefined> {
  const validate = (value = '') => {
    if (value.trim() === '') return isOptional ? undefined : 'Type an answer'
    return refusal(value) ?? (take(value) === undefined ? otherwise : undefined)
  }
  const typed = await given(text({ ...terminal, message, initialValue, validate }))
  return typed.trim() === '' ? undefined : take(typed)
}

const OPTIONAL = { isOptional: true }

type Question = [message: string, options: readonly Choice[], more?: { required?: boolean; initialValues?: string[] }]

const chooseSeveral = (terminal: CommonOptions, ...[message, choice, more]: Question) => {
  const options = [...choice]
  return given(
    autocompleteMultiselect<string>({ ...terminal, message, options, required: true, maxItems: SHOWN, ...more }),
  )
}

export interface OfFirm {
  /** The values are names of files. */
  areas: readonly Choice[]
  languages: readonly string[]
  siteLanguages: readonly Language[]
}

export async function askLawyer(terminal: CommonOptions, { areas, languages, siteLanguages }: OfFirm) {
  const several = (message: string, options: readonly Choice[]) =>
    options.length === 1 ? options.map(({ value }) => value) : chooseSeveral(terminal, message, options)
  const inEach = async (of: readonly Language[], ask: (language: Language) => Promise<string | undefined>) => {
    const words: Partial<Record<Language, string>> = {}
    for (const language of of) {
      const answer = await ask(language)
      if (answer) words[language] = answer
    }
    return words
  }
  const translations = siteLanguages.filter((language) => language !== FIRST_LANGUAGE)
  return {
    name:
      (await line(terminal, 'Name of the lawyer; begin with the one who is responsible for the site', TYPED.person)) ??
      '',
    barNumber: await line(terminal, 'Florida Bar number', TYPED.barNumber, OPTIONAL),
    admitted: (await line(terminal, 'Year in which The Florida Bar admitted this lawyer', TYPED.admitted)) ?? '',
    areas: await several('Areas in which this lawyer works', areas),
    languages: await several('Languages that this lawyer speaks', choices(languages)),
    certified:
      (await line(terminal, 'Board certified by The Florida Bar? Type the area, or no', TYPED.certified)) || undefined,
    role: await inEach(translations, (language) => {
      const options = choices(STARTER_WORDS[language].lawyer.roles)
      return given(autocomplete<string>({ ...terminal, message: `Called in ${languageInWords(language)}`, options }))
    }),
    about: await inEach(siteLanguages, (language) =>
      line(
        terminal,
        `What this lawyer does at the firm, in two or three sentences in ${languageInWords(language)}; empty: written later`,
        TYPED.words,
        OPTIONAL,
      ),
    ),
  }
}

/** People say the days of the week together, and those that differ apart. */
const DAYS = [
  ['Monday to Friday', [1, 2, 3, 4, 5]],
  ['Saturday', [6]],
  ['Sunday', [0]],
] as const
const EACH = 'each'

function questionsOn(typed: Draft, terminal: CommonOptions): Record<keyof Answers, () => Promise<unknown>> {
  const questionOf = (name: keyof Answers) => Answers.shape[name].description ?? ''
  const ask =
    <T>(
      name: keyof Answers,
      taken: readonly [take: (typed: string) => T | undefined, otherwise: string],
      isOptional = false,
      usual = '',
    ) =>
    () => {
      const before = typed[name]
      return line(terminal, questionOf(name), taken, {
        initialValue: typeof before === 'string' ? before : usual,
        isOptional,
      })
    }
  const choose = (...question: Question) => chooseSeveral(terminal, ...question)
  const chooseOne = (message: string, options: Choice[]) =>
    given(autocomplete<string>({ ...terminal, message, options, maxItems: SHOWN }))
  const agrees = (message: string) => given(confirm({ ...terminal, message, initialValue: false }))
  const several = async <T>(one: () => Promise<T>, another: string) => {
    const all = [await one()]
    while (await agrees(another)) all.push(await one())
    return all
  }
  const hoursOn = async (days: string, more = ''): Promise<Hours[] | typeof EACH> => {
    const [, otherwise] = TYPED.hours
    const take = (text: string) => (isTime(text) || (more && text.trim() === EACH) ? text.trim() : hoursTyped(text))
    const answer = await line(terminal, `Open on ${days}: from when to when?${more}`, [take, otherwise])
    if (answer === EACH) return EACH
    if (typeof answer !== 'string') return answer ?? []
    const until = (closes: string) => hoursTyped(`${answer} - ${closes}`)
    return (await line(terminal, 'Until when?', [until, 'Type a later time, like 5:30 pm'])) ?? []
  }
  /** Days with the same hours become one entry. An office that is never open is asked again. */
  const hours = async (): Promise<(Hours & { days: string })[]> => {
    const all: { day: number; hours: Hours[] }[] = []
    for (const [words, days] of DAYS) {
      const isWeek = days.length > 1
      const same = await hoursOn(words, isWeek ? ` Like 9-5, 8:30 to noon, or closed; if they differ: ${EACH}` : '')
      for (const day of days)
        all.push({ day, hours: same === EACH ? ((await hoursOn(WEEKDAYS[day])) as Hours[]) : same })
    }
    const alike = Map.groupBy(all, ({ hours: each }) => JSON.stringify(each))
    const entries = [...alike.values()].flatMap((group) => {
      const days = group.map(({ day }) => day)
      return (group[0]?.hours ?? []).map((each) => ({ days: daysInWords(days, FIRST_LANGUAGE), ...each }))
    })
    return entries.length > 0 ? entries : hours()
  }
  const office = async () => ({
    street: await line(terminal, 'Street and number of that office', TYPED.words),
    city: await line(terminal, 'City of that office', TYPED.city),
    postalCode: await line(terminal, 'ZIP code of that office', TYPED.postalCode),
    telephone: await line(terminal, 'Telephone of that office, if it has its own', TYPED.telephone, OPTIONAL),
    hours: (await agrees('Has it opening hours? No: by appointment only')) ? await hours() : undefined,
  })
  const ownArea = async () => {
    const names: OwnArea = {}
    for (const language of typed.siteLanguages ?? [FIRST_LANGUAGE])
      names[language] = await line(terminal, `Its name in ${languageInWords(language)}`, TYPED.area)
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
  /** Only a firm that defends people names who helps them tonight. */
  const ifDefense = (name: keyof Answers) => async () =>
    typed.areas?.includes(DEFENSE_AREA) ? ask(name, TYPED.telephone, true)() : undefined
  const ofFirm = (): OfFirm => ({
    areas: (typed.areas ?? []).map((area) => ({
      value: slugOf(area),
      label: typeof area === 'string' ? area : (area[FIRST_LANGUAGE] ?? ''),
    })),
    languages: typed.languages ?? ['English'],
    siteLanguages: typed.siteLanguages ?? [FIRST_LANGUAGE],
  })
  return {
    name: ask('name', TYPED.words),
    siteLanguages,
    areas,
    languages: () =>
      choose(
        questionOf('languages'),
        SPOKEN.map(({ en, es, own = es }) => ({ value: en, label: en, hint: own })),
        { initialValues: ['English'] },
      ),
    lawyers: () => several(() => askLawyer(terminal, ofFirm()), 'Is there another lawyer?'),
    street: ask('street', TYPED.words),
    city: ask('city', TYPED.city),
    postalCode: ask('postalCode', TYPED.postalCode),
    telephone: ask('telephone', TYPED.telephone),
    hours,
    moreOffices: async () => {
      const question = 'Is there another office?'
      return (await agrees(question)) ? several(office, question) : undefined
    },
    email: ask('email', TYPED.email),
    onCall: ask('onCall', TYPED.telephone, true),
    jail: ifDefense('jail'),
    publicDefender: ifDefense('publicDefender'),
    holidays: () =>
      choose(questionOf('holidays'), choices(HOLIDAYS), { initialValues: [...USUAL_HOLIDAYS], required: false }),
    afterHours: ask('afterHours', TYPED.words, false, AFTER_HOURS.en),
    replyWithin: () => chooseOne(questionOf('replyWithin'), choices(REPLY_TIMES.map(({ en }) => en))),
    counties: () => choose(questionOf('counties'), choices(COUNTIES)),
    accent,
    logo: ask('logo', TYPED.logo, true),
  }
}
