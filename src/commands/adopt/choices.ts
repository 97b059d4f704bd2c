/** Choosing from a list in the terminal: by typing names as people write them, or by keys. */
import { autocomplete, autocompleteMultiselect, type CommonOptions, isCancel, log } from '@clack/prompts'
import { withoutAccents } from '../../letters.ts'
import { SettingsError } from '../../settings.ts'

export interface Choice {
  value: string
  label: string
  /** Other names of it. */
  hint?: string
}
type Named = Partial<Choice>

export const choices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

/** Between two names that are typed as one answer. */
export const BETWEEN_NAMES = /\s+(?:and|y|&)\s+/
const SHOWN = 12

const wordsOf = (typed: string) =>
  withoutAccents(typed.toLowerCase())
    .replaceAll('.', '')
    .match(/[a-z]+|\d+/g) ?? []
/** Whether a word begins one of a choice; a number is one of its numbers. */
const begins =
  ({ label = '', hint = '' }: Named) =>
  (word: string) =>
    wordsOf(`${label} ${hint}`).some((each) => (/\d/.test(word) ? each === word : each.startsWith(word)))

/** The choices that are meant: for each name that is typed those with all of its words, or else with any. All, while nothing is typed. */
function meant<C extends Named>(typed: string, options: readonly C[]): C[] {
  const names = typed.split(/[,;]/).flatMap((part) => part.split(BETWEEN_NAMES).map(wordsOf))
  if (names.flat().length === 0) return [...options]
  const found = names.flatMap((words) => {
    const whole = options.filter((each) => words.length > 0 && words.every(begins(each)))
    return whole.length > 0 ? whole : options.filter((each) => words.some(begins(each)))
  })
  return options.filter((each) => found.includes(each))
}

/** @throws SettingsError when the person pressed Ctrl-C in place of an answer */
export async function given<T>(answer: Promise<T>) {
  const value = await answer
  if (isCancel(value)) throw new SettingsError('Stopped. `npm run adopt` goes on from the last answer.')
  return value as Exclude<T, symbol>
}

interface Several {
  initialValues?: string[]
  /** Whether at least one is needed. */
  required?: boolean
  /** What typed words mean, if not names of the list. */
  read?: (typed: string) => readonly string[] | undefined
}

/** Asks for several of a list, and shows which were taken. What is typed and taken with Enter alone counts as chosen. */
export async function chooseSeveral(
  terminal: CommonOptions,
  message: string,
  options: Choice[],
  { initialValues = [], required = true, read = () => undefined }: Several = {},
): Promise<string[]> {
  const isMeant = (typed: string, { value }: Named) =>
    (read(typed) ?? meant(typed, options).map((each) => each.value)).includes(value ?? '')
  for (;;) {
    let typed = ''
    const chosen = await given(
      autocompleteMultiselect<string>({
        ...terminal,
        message,
        options() {
          typed = this.userInput
          return options
        },
        initialValues,
        filter: isMeant,
        maxItems: SHOWN,
      }),
    )
    const isSame = typed.trim() !== '' && String(chosen) === String(initialValues)
    const taken = options.filter((each) => chosen.includes(each.value) || (isSame && isMeant(typed, each)))
    if (isSame && !options.some((each) => isMeant(typed, each))) log.warn(`The list has no "${typed}"`, terminal)
    else if (taken.length > 0 || !required) {
      log.message(`Taken: ${taken.map(({ label }) => label).join(', ') || 'none'}`, terminal)
      return taken.map(({ value }) => value)
    } else log.warn('Please choose at least one', terminal)
  }
}

/** Asks for one of a list. */
export const chooseOne = (terminal: CommonOptions, message: string, options: Choice[]): Promise<string> =>
  given(
    autocomplete({
      ...terminal,
      message,
      options,
      filter: (typed, choice) => wordsOf(typed).every(begins(choice)),
      maxItems: SHOWN,
      validate: (value) => (value === undefined ? 'Please choose one from the list' : undefined),
    }),
  )
