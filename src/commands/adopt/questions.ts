/** Questions of `npm run adopt` and `npm run review` to which people type the answer: a menu would ignore what they type. */
import { type CommonOptions, isCancel, text } from '@clack/prompts'
import { FIRST_LANGUAGE, type Language, languageInWords, listInWords } from '../../language.ts'
import { type Choice, choicesTyped, NO, refusal, TYPED } from './typed.ts'
import { SettingsError } from '../../settings.ts'
import type { Lawyer } from './answers.ts'
import { STARTER_WORDS } from './starters.ts'

const STOPPED = 'Stopped. `npm run adopt` goes on from the last answer.'

export const choices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

/** `take` returns undefined for an answer that it refuses; the person then reads `otherwise`. */
export type Parser<T> = readonly [
  take: (typed: string) => T | undefined,
  otherwise: string | ((typed: string) => string),
]

export interface Extras {
  initialValue?: string | undefined
  /** What an empty answer means. Without it, there must be an answer. */
  empty?: string
}
export const OPTIONAL = { empty: 'none' }
const LATER = { empty: 'written later' }

/** @returns the labels of those values that are among the options */
export const labelsOf = (options: readonly Choice[], values: readonly string[] = []): string =>
  options.flatMap(({ value, label }) => (values.includes(value) ? [label] : [])).join(', ')

export type Prompts = ReturnType<typeof promptsOn>

/** @param stopped message of the error on Ctrl-C */
export function promptsOn(terminal: CommonOptions = {}, stopped = STOPPED) {
  /** Waits for the answer. @throws SettingsError on Ctrl-C */
  const answerOf = async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
    const value = await answer
    if (isCancel(value)) throw new SettingsError(stopped)
    return value as Exclude<T, symbol>
  }

  /** Enter alone chooses nothing. The first letter is enough, except for “not for us”: “n” could mean no. “sí” means yes. */
  const choose = async <Answer extends string>(message: string, answers: readonly Answer[]): Promise<Answer> => {
    const meant = (typed = '') => {
      const word = /^\s*s[ií]\s*$/i.test(typed) ? 'yes' : typed.trim().toLowerCase()
      return answers.find((each) => each === word || (each[0] === word && each !== 'not for us'))
    }
    const all = listInWords(answers, 'or')
    const validate = (typed?: string) => (meant(typed) ? undefined : `Type ${all}. Nothing is chosen for you.`)
    return meant(await answerOf(text({ ...terminal, message: `${message} ${all}?`, validate }))) as Answer
  }

  const agrees = async (message: string) => (await choose(message, ['yes', 'no'])) === 'yes'

  /** @returns undefined for an empty answer; if the answer may be empty, also for words like “no” */
  const line = async <T>(message: string, [take, otherwise]: Parser<T>, { initialValue = '', empty }: Extras = {}) => {
    const isEmpty = (typed: string) => typed.trim() === '' || (empty !== undefined && NO.test(typed.trim()))
    const validate = (value = '') => {
      if (isEmpty(value) && empty !== undefined) return undefined
      const instead = typeof otherwise === 'string' ? otherwise : otherwise(value)
      return refusal(value) ?? (isEmpty(value) || take(value) === undefined ? instead : undefined)
    }
    const asked = empty === undefined ? message : `${message}; empty: ${empty}`
    const typed = await answerOf(text({ ...terminal, message: asked, initialValue, validate }))
    return isEmpty(typed) ? undefined : take(typed)
  }

  /** Asks until there is an answer. */
  const needed = <T>(message: string, parser: Parser<T>, initialValue?: string) =>
    line(message, parser, { initialValue }) as Promise<T>

  /** The person types the name of one option, or names of several. */
  const list = (
    message: string,
    options: readonly Choice[],
    { isOne = options.length === 1, ...more }: Extras & { isOne?: boolean } = {},
  ) => {
    const labels = options.map(({ label }) => label)
    const take = (typed: string) => {
      const { values, left } = choicesTyped(options, typed)
      return left.length > 0 || values.length === 0 || (isOne && values.length > 1) ? undefined : values
    }
    const otherwise = (typed: string) => {
      const { left } = choicesTyped(options, typed)
      const wanted = isOne ? 'one of them' : 'names of the list, with commas between, or all'
      return `Type ${wanted}${left.length > 0 ? `. Not understood: ${left.join(', ')}` : ''}`
    }
    const asked = isOne
      ? `${message}: ${listInWords(labels, 'or')}`
      : `${message}. Type names, with commas between, or all: ${labels.join(', ')}`
    return line(asked, [take, otherwise], more)
  }

  return { answerOf, choose, agrees, line, needed, list }
}

export interface LawyerChoices {
  /** The values are names of the files of practice areas. */
  areas: readonly Choice[]
  languages: readonly string[]
  siteLanguages: readonly Language[]
}

/**
 * Asks everything about a new lawyer, and with `isChange` about an earlier one too, with the earlier answers filled in. Without `isChange`,
 * asks about an earlier lawyer only if the firm no longer has any of their areas or languages, or a language of the site lacks their role.
 */
export async function askLawyer(
  { line, needed, list }: Prompts,
  { areas, languages, siteLanguages }: LawyerChoices,
  earlier?: Lawyer,
  isChange = false,
): Promise<Lawyer> {
  const kept = isChange ? undefined : earlier
  const several = async (message: string, options: readonly Choice[], name: 'areas' | 'languages') => {
    const values = options.map(({ value }) => value)
    const fitting = (kept?.[name] ?? []).filter((each) => values.includes(each))
    if (fitting.length > 0) return fitting
    if (values.length === 1) return values
    return (await list(message, options, { initialValue: labelsOf(options, earlier?.[name]) })) ?? []
  }
  const inEach = async (
    words: Lawyer['about'],
    wanted: readonly Language[],
    answerIn: (language: Language) => Promise<string | undefined>,
  ) => {
    const all = { ...words }
    for (const language of wanted) {
      const answer = await answerIn(language)
      if (answer) all[language] = answer
    }
    return all
  }
  const NAME = 'Name of the lawyer; the first one is responsible for the site'
  const ADMITTED = 'Year in which The Florida Bar admitted this lawyer'
  const CERTIFIED = 'Board certified by The Florida Bar? Type the area, or no'
  const name = kept?.name ?? (await needed(NAME, TYPED.person, earlier?.name))
  const withoutRole = siteLanguages.filter((language) => language !== FIRST_LANGUAGE && !kept?.role?.[language])
  return {
    name,
    barNumber: kept
      ? kept.barNumber
      : await line('Florida Bar number', TYPED.barNumber, { ...LATER, initialValue: earlier?.barNumber }),
    admitted: kept?.admitted ?? (await needed(ADMITTED, TYPED.admitted, earlier?.admitted)),
    areas: await several(`Areas in which ${name} works`, areas, 'areas'),
    languages: await several(`Languages that ${name} speaks, of those of the office`, choices(languages), 'languages'),
    certified: kept ? kept.certified : (await needed(CERTIFIED, TYPED.certified, earlier?.certified)) || undefined,
    role: await inEach(kept?.role, withoutRole, async (language) => {
      const options = choices(STARTER_WORDS[language].lawyer.roles)
      const message = `${name} is called in ${languageInWords(language)}`
      return (await list(message, options, { isOne: true, initialValue: earlier?.role?.[language] }))?.[0]
    }),
    about: await inEach(kept?.about, kept ? withoutRole : siteLanguages, (language) => {
      const message = `What ${name} does at the firm, in two or three sentences in ${languageInWords(language)}`
      return line(message, TYPED.sentence, { ...LATER, initialValue: earlier?.about?.[language] })
    }),
  }
}
