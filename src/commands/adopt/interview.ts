/** Asks the questions of `npm run adopt`, and afterwards lets the person change each answer. */
import { type CommonOptions, intro, log, select } from '@clack/prompts'
import { HOLIDAYS } from '../../firm/holidays.ts'
import { daysInWords, WEEKDAYS } from '../../firm/weekdays.ts'
import { FIRST_LANGUAGE, LANGUAGES, languageInWords } from '../../language.ts'
import { fieldInWords } from '../../letters.ts'
import { WORDS } from '../../words.ts'
import { Answers, type AnswersInput, type Draft, type Lawyer, type OwnArea, slugOf, USUAL_HOLIDAYS } from './answers.ts'
import {
  askLawyer,
  choices,
  labelsOf,
  type Extras,
  type LawyerChoices,
  OPTIONAL,
  type Prompts,
  promptsOn,
  type Parser,
} from './questions.ts'
import { ACCENTS, AFTER_HOURS, COUNTIES, REPLY_TIMES, SPOKEN, STARTER_AREAS } from './starters.ts'
import { type Choice, choicesTyped, type Hours, hoursTyped, isTime, TYPED } from './typed.ts'

/** Each entry of these lists is saved as soon as it is complete. */
const SEVERAL = /^(?:lawyers|moreOffices)$/
/** After one of these answers changes, the person is asked again about lawyers whose answers no longer fit. */
const LAWYERS_DEPEND_ON = /^(?:areas|languages|siteLanguages)$/
/** Only a firm that defends people is asked for these telephones. */
const DEFENSE_TELEPHONES = ['jail', 'publicDefender'] as const
const DEFENSE_AREA = 'criminal-and-traffic'
const COLOR = 'Color of links and buttons (you can write another into firm.md later)'
const STARTERS = STARTER_AREAS.map(({ slug, name, aliases }) => ({ value: slug, label: name, aliases }))

/** @param keep is called after each answer, with all answers so far @throws SettingsError on Ctrl-C */
export async function interview(draft: Draft, keep: (answers: Draft) => void, terminal: CommonOptions = {}) {
  const typed: Draft = { ...draft }
  const set = (name: keyof Answers, value: unknown) => keep(Object.assign(typed, { [name]: value }))
  const prompts = promptsOn(terminal)
  const questions = questionsOn(typed, set, prompts)
  const ask = async (name: keyof Answers) => set(name, await questions[name]())
  intro('This asks about your firm, and writes the texts of its site.', terminal)
  log.message('At the end you can change each answer. Ctrl-C stops, and the answers are kept.', terminal)
  const names = Object.keys(questions) as (keyof Answers)[]
  const next = names.find((name) => typed[name] === undefined)
  // A list is saved after each entry, so a list directly before the first missing answer may be incomplete, and is asked again.
  for (const [index, name] of names.entries())
    if (typed[name] === undefined || (SEVERAL.test(name) && names[index + 1] === next)) await ask(name)
  for (;;) {
    const options = names.map((name) => ({
      value: name,
      label: `${fieldInWords(name)}: ${plainly(typed[name]) || 'none'}`,
    }))
    const done = { value: undefined, label: 'Yes: write the texts' }
    const message = 'Is all of this right? If not, choose what to change.'
    const all = { message, options: [done, ...options], maxItems: 30 }
    const name = await prompts.answerOf(select<keyof Answers | undefined>({ ...terminal, ...all }))
    if (name === undefined) return typed as AnswersInput
    await ask(name)
    if (!LAWYERS_DEPEND_ON.test(name)) continue
    const fitted: Lawyer[] = []
    for (const lawyer of typed.lawyers ?? [])
      fitted.push(await askLawyer(prompts, lawyerChoices(typed), lawyer as Lawyer))
    set('lawyers', fitted)
    for (const telephone of DEFENSE_TELEPHONES) if (typed[telephone] === undefined) await ask(telephone)
  }
}

function plainly(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const parts = Object.values(answer ?? {}).map(plainly)
  return parts.filter(Boolean).join(Array.isArray(answer) ? '; ' : ', ')
}

const lawyerChoices = (typed: Draft): LawyerChoices => ({
  areas: (typed.areas ?? []).map((area) => ({
    value: slugOf(area),
    label:
      (typeof area === 'string' ? STARTERS.find(({ value }) => value === area)?.label : area[FIRST_LANGUAGE]) ?? '',
  })),
  languages: typed.languages ?? ['English'],
  siteLanguages: typed.siteLanguages ?? [FIRST_LANGUAGE],
})

/** Monday to Friday are asked about together; if their hours differ, each day is asked about. */
const DAYS = [
  ['Monday to Friday', [1, 2, 3, 4, 5]],
  ['Saturday', [6]],
  ['Sunday', [0]],
] as const
const EACH = 'each'
const DAY_NAME = /\b(?:mon|tue|wed|thu|fri|sat|sun)/i

type Office = NonNullable<Answers['moreOffices']>[number]

function questionsOn(typed: Draft, set: (name: keyof Answers, value: unknown) => void, prompts: Prompts) {
  const { choose, agrees, line, needed, list } = prompts
  // “; or left out” is for a file of answers. At the terminal, the answer is left empty.
  const questionOf = (name: keyof Answers) => (Answers.shape[name].description ?? '').replace(/; or left out$/, '')
  const ask =
    <T>(name: keyof Answers, parser: Parser<T>, more: Extras = {}) =>
    () => {
      const before = typed[name]
      return line(questionOf(name), parser, { ...more, ...(typeof before === 'string' && { initialValue: before }) })
    }
  const listOf = (message: string, options: readonly Choice[], before: readonly string[] = [], more: Extras = {}) =>
    list(message, options, { initialValue: labelsOf(options, before), ...more })
  const oneOf = async (message: string, options: readonly Choice[], empty: string) =>
    (await list(message, options, { isOne: true, empty }))?.[0]
  /** While other answers are missing, the entries so far stay as they are. When all answers are there, each entry can be changed. */
  const several = async <T>(name: 'lawyers' | 'moreOffices', one: (earlier?: T) => Promise<T>, another: string) => {
    const all: T[] = []
    const isChange = Answers.safeParse(typed).success
    for (const each of (typed[name] ?? []) as T[]) {
      const what = isChange ? await choose(`${plainly(each)}:`, ['keep', 'change', 'leave out']) : 'keep'
      if (what !== 'leave out') all.push(what === 'keep' ? each : await one(each))
    }
    while ((name === 'lawyers' && all.length === 0) || (await agrees(another))) {
      all.push(await one())
      set(name, all)
    }
    return all
  }
  /** @param hint is added to the question, and allows the answer `each` */
  const hoursOn = async (days: string, hint = ''): Promise<Hours[] | typeof EACH> => {
    const otherwise = (text: string) =>
      DAY_NAME.test(text) ? `Type the hours only, like 9-5${hint && `. If days differ: ${EACH}`}` : TYPED.hours[1]
    const take = (text: string) => (isTime(text) || (hint && text.trim() === EACH) ? text.trim() : hoursTyped(text))
    const answer = await line(`Open on ${days}: from when to when?${hint}`, [take, otherwise])
    if (answer === EACH) return EACH
    if (typeof answer !== 'string') return answer ?? []
    const until = (closes: string) => hoursTyped(`${answer} - ${closes}`)
    return (await line('Until when?', [until, 'Type a later time, like 5:30 pm'])) ?? []
  }
  /** Days with the same hours become one entry. If the office is never open, the questions begin again. */
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
  const office = async (earlier?: Office): Promise<Office> => {
    const of = <T>(what: string, parser: Parser<T>, before?: string) => needed(`${what} of that office`, parser, before)
    return {
      street: await of('Street and number', TYPED.street, earlier?.street),
      city: await of('City', TYPED.city, earlier?.city),
      postalCode: await of('ZIP code', TYPED.postalCode, earlier?.postalCode),
      telephone: await line('Its own telephone', TYPED.telephone, { ...OPTIONAL, initialValue: earlier?.telephone }),
      hours: (await agrees('Does it have opening hours? (no: by appointment only)')) ? await hours() : undefined,
    }
  }
  const lawyer = (earlier?: Lawyer) => askLawyer(prompts, lawyerChoices(typed), earlier, true)
  const areas = async (): Promise<(string | OwnArea)[]> => {
    const labels = STARTERS.map(({ label }) => label).join(', ')
    const message = `Practice areas, with commas between. There are texts for ${labels}; you write the text of any other`
    const [takeArea, otherwise] = TYPED.area
    const take = (text: string) => {
      const { values, left } = choicesTyped(STARTERS, text)
      return left.every(takeArea) ? { values, left } : undefined
    }
    const { values = [], left = [] } = (await line(message, [take, otherwise])) ?? {}
    const own: OwnArea[] = []
    for (const name of left) {
      if (!(await agrees(`There is no text for “${name}”. Will you write it?`))) return areas()
      const names: OwnArea = { [FIRST_LANGUAGE]: name }
      for (const language of typed.siteLanguages ?? [])
        names[language] ??= await line(`“${name}” in ${languageInWords(language)}`, TYPED.area)
      own.push(names)
    }
    return [...values, ...own]
  }
  const siteLanguages = async () => {
    const options = LANGUAGES.map((value) => ({ value, label: languageInWords(value), aliases: WORDS[value].ownName }))
    const chosen = (await listOf('Languages of the site', options, typed.siteLanguages, { empty: 'English' })) ?? []
    return [...new Set([FIRST_LANGUAGE, ...chosen])]
  }
  const colors = ACCENTS.map(({ name, color }) => ({ value: color, label: name }))
  const spoken = SPOKEN.map(({ en, es, own = '' }) => ({ value: en, label: en, aliases: `${es} ${own}` }))
  const ifDefense = (name: keyof Answers) => async () =>
    typed.areas?.includes(DEFENSE_AREA) ? ask(name, TYPED.telephone, OPTIONAL)() : undefined
  return {
    name: ask('name', TYPED.words),
    siteLanguages,
    areas,
    languages: () => listOf(questionOf('languages'), spoken, typed.languages ?? ['English']),
    lawyers: () => several('lawyers', lawyer, 'Is there another lawyer?'),
    street: ask('street', TYPED.street),
    city: ask('city', TYPED.city),
    postalCode: ask('postalCode', TYPED.postalCode),
    telephone: ask('telephone', TYPED.telephone),
    hours,
    moreOffices: () => several('moreOffices', office, 'Is there another office?'),
    email: ask('email', TYPED.email),
    onCall: ask('onCall', TYPED.telephone, OPTIONAL),
    jail: ifDefense('jail'),
    publicDefender: ifDefense('publicDefender'),
    holidays: async () =>
      (await listOf(questionOf('holidays'), choices(HOLIDAYS), typed.holidays ?? USUAL_HOLIDAYS, OPTIONAL)) ?? [],
    afterHours: ask('afterHours', TYPED.words, { initialValue: AFTER_HOURS.en }),
    replyWithin: async () =>
      (await oneOf(questionOf('replyWithin'), choices(REPLY_TIMES.map(({ en }) => en)), REPLY_TIMES[0].en)) ??
      REPLY_TIMES[0].en,
    counties: () => listOf(questionOf('counties'), choices(COUNTIES), typed.counties),
    accent: () => oneOf(COLOR, colors, 'cypress green and clay red'),
    logo: ask('logo', TYPED.logo, OPTIONAL),
  } satisfies Record<keyof Answers, () => Promise<unknown>>
}
