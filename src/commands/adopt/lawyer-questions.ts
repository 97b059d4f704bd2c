/** The questions about one lawyer. */
import type { CommonOptions } from '@clack/prompts'
import { FIRST_LANGUAGE, type Language, languageInWords } from '../../language.ts'
import type { Lawyer } from './answers.ts'
import { choices, labelsOf, LATER, line, list, needed, type Taken } from './questions.ts'
import { STARTER_WORDS } from './starters.ts'
import { type Choice, TYPED } from './typed.ts'

export interface OfFirm {
  /** The values are names of files. */
  areas: readonly Choice[]
  languages: readonly string[]
  siteLanguages: readonly Language[]
}

/** @param isChange asks all again, beginning with the earlier answers; otherwise only what is not there, or does not fit the firm any more */
export async function askLawyer(
  terminal: CommonOptions,
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
