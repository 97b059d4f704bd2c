/** The kinds of questions of `npm run adopt`. All answers are typed, so that nothing typed is lost. */
import { type CommonOptions, isCancel, text } from '@clack/prompts'
import { FIRST_LANGUAGE, type Language, languageInWords, listInWords } from '../../language.ts'
import { type Choice, choicesTyped, NO, refusal, TYPED } from './typed.ts'
import { SettingsError } from '../../settings.ts'
import type { Lawyer } from './answers.ts'
import { STARTER_WORDS } from './starters.ts'

/** @param stopped what a person reads who pressed Ctrl-C @returns a function that waits for an answer, and throws SettingsError then */
export const answerOr =
  (stopped: string) =>
  async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
    const value = await answer
    if (isCancel(value)) throw new SettingsError(stopped)
    return value as Exclude<T, symbol>
  }

/** An answer is typed: nothing is chosen for a person who only presses Enter. One letter is enough, but “n” could be a no; “sí” is a yes. */
export async function choose<Answer extends string>(
  given: ReturnType<typeof answerOr>,
  terminal: CommonOptions | undefined,
  message: string,
  answers: readonly Answer[],
): Promise<Answer> {
  const meant = (typed = '') => {
    const word = /^\s*s[ií]\s*$/i.test(typed) ? 'yes' : typed.trim().toLowerCase()
    return answers.find((each) => each === word || (each[0] === word && each !== 'not for us'))
  }
  const all = `${answers.slice(0, -1).join(', ')} or ${answers.at(-1)}`
  const validate = (typed?: string) => (meant(typed) ? undefined : `Type ${all}. Nothing is chosen for you.`)
  return meant(await given(text({ ...terminal, message: `${message} ${all}?`, validate }))) as Answer
}

const STOPPED = 'Stopped. `npm run adopt` goes on from the last answer.'
export const given = answerOr(STOPPED)

/** `stopped`: what a person reads who pressed Ctrl-C, where answers are not kept. */
type Terminal = CommonOptions & { stopped?: string }

export const choices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

export type Taken<T> = readonly [
  take: (typed: string) => T | undefined,
  otherwise: string | ((typed: string) => string),
]
/** `empty` says what an empty answer means; without it, there must be one. */
export interface More {
  initialValue?: string | undefined
  empty?: string
}

/** An empty answer is undefined. */
export async function line<T>(
  terminal: Terminal,
  message: string,
  [take, otherwise]: Taken<T>,
  { initialValue = '', empty }: More = {},
): Promise<T | undefined> {
  const isEmpty = (typed: string) => typed.trim() === '' || (empty !== undefined && NO.test(typed.trim()))
  const validate = (value = '') => {
    if (isEmpty(value) && empty !== undefined) return undefined
    const instead = typeof otherwise === 'string' ? otherwise : otherwise(value)
    return refusal(value) ?? (isEmpty(value) || take(value) === undefined ? instead : undefined)
  }
  const asked = empty === undefined ? message : `${message}; empty: ${empty}`
  const answered = answerOr(terminal.stopped ?? STOPPED)
  const typed = await answered(text({ ...terminal, message: asked, initialValue, validate }))
  return isEmpty(typed) ? undefined : take(typed)
}

/** An answer that is not empty. */
export const needed = line as <T>(
  terminal: Terminal,
  message: string,
  taken: Taken<T>,
  more?: Pick<More, 'initialValue'>,
) => Promise<T>

export const OPTIONAL = { empty: 'none' }
const LATER = { empty: 'written later' }

/** Of the values that are among the options. */
export const labelsOf = (options: readonly Choice[], values: readonly string[] = []): string =>
  options.flatMap(({ value, label }) => (values.includes(value) ? [label] : [])).join(', ')

const notOne = (left: readonly string[]) => (left.length > 0 ? `. Not understood: ${left.join(', ')}` : '')

/** A question with a list, of which one or several are typed. */
export function list(
  terminal: Terminal,
  message: string,
  options: readonly Choice[],
  { isOne = options.length === 1, ...more }: More & { isOne?: boolean } = {},
) {
  const labels = options.map(({ label }) => label)
  const take = (typed: string) => {
    const { values, left } = choicesTyped(options, typed)
    return left.length > 0 || values.length === 0 || (isOne && values.length > 1) ? undefined : values
  }
  const otherwise = (typed: string) =>
    `Type ${isOne ? 'one of them' : 'names of the list, with commas between, or all'}${notOne(choicesTyped(options, typed).left)}`
  const asked = isOne
    ? `${message}: ${listInWords(labels, 'or')}`
    : `${message}. Type names, with commas between, or all: ${labels.join(', ')}`
  return line(terminal, asked, [take, otherwise], more)
}

export const agrees = async (terminal: CommonOptions, message: string): Promise<boolean> =>
  (await choose(given, terminal, message, ['yes', 'no'])) === 'yes'

export interface OfFirm {
  /** The values are names of files. */
  areas: readonly Choice[]
  languages: readonly string[]
  siteLanguages: readonly Language[]
}

/** @param isChange asks all again, beginning with the earlier answers; otherwise only what is not there, or does not fit the firm any more */
export async function askLawyer(
  terminal: Terminal,
  { areas, languages, siteLanguages }: OfFirm,
  earlier?: Lawyer,
  isChange = false,
): Promise<Lawyer> {
  const before = isChange ? undefined : earlier
  const several = async (message: string, options: readonly Choice[], name: 'areas' | 'languages') => {
    const values = options.map(({ value }) => value)
    const fitting = (before?.[name] ?? []).filter((each) => values.includes(each))
    if (fitting.length > 0 || values.length === 1) return fitting.length > 0 ? fitting : values
    return (await list(terminal, message, options, { initialValue: labelsOf(options, earlier?.[name]) })) ?? []
  }
  const ask = <T>(message: string, taken: Taken<T>, initialValue: string | undefined) =>
    needed(terminal, message, taken, { initialValue })
  const name =
    before?.name ??
    (await ask('Name of the lawyer; the first one is responsible for the site', TYPED.person, earlier?.name))
  const inEach = async (
    words: Lawyer['about'],
    of: readonly Language[],
    answerIn: (language: Language) => Promise<string | undefined>,
  ) => {
    const all = { ...words }
    for (const language of of) {
      const answer = await answerIn(language)
      if (answer) all[language] = answer
    }
    return all
  }
  const added = siteLanguages.filter((language) => language !== FIRST_LANGUAGE && !before?.role?.[language])
  return {
    name,
    barNumber: before
      ? before.barNumber
      : await line(terminal, 'Florida Bar number', TYPED.barNumber, { ...LATER, initialValue: earlier?.barNumber }),
    admitted:
      before?.admitted ??
      (await ask('Year in which The Florida Bar admitted this lawyer', TYPED.admitted, earlier?.admitted)),
    areas: await several(`Areas in which ${name} works`, areas, 'areas'),
    languages: await several(`Languages that ${name} speaks, of those of the office`, choices(languages), 'languages'),
    certified: before
      ? before.certified
      : (await ask('Board certified by The Florida Bar? Type the area, or no', TYPED.certified, earlier?.certified)) ||
        undefined,
    role: await inEach(before?.role, added, async (language) => {
      const options = choices(STARTER_WORDS[language].lawyer.roles)
      const message = `${name} is called in ${languageInWords(language)}`
      return (await list(terminal, message, options, { isOne: true, initialValue: earlier?.role?.[language] }))?.[0]
    }),
    about: await inEach(before?.about, before ? added : siteLanguages, (language) =>
      line(
        terminal,
        `What ${name} does at the firm, in two or three sentences in ${languageInWords(language)}`,
        TYPED.sentence,
        { ...LATER, initialValue: earlier?.about?.[language] },
      ),
    ),
  }
}
