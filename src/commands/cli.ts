/** What all commands share: they read the command line and named files, print help, write output, and report failures. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { capitalized } from '../letters.ts'
import { isTypingSlip } from '../inquiries/typing-slip.ts'
import { StoreUnavailable } from '../ports.ts'
import { SettingsError, VARIABLES } from '../settings.ts'
import { fill } from '../words.ts'

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>
>['values']

interface CommandLine<Options extends ParseArgsOptionsConfig, Word extends string> {
  /** The help text is `help/NAME.txt`. */
  name: string
  /** Values for the words in braces in the help text. */
  helpValues?: Readonly<Record<string, string>>
  options: Options
  /** Maps each command word to its maximum number of arguments. The key '' means that the command may run without a word. */
  arity: Readonly<Record<Word, number>>
}

export const runCommandLine = <Options extends ParseArgsOptionsConfig, Word extends string>(
  { name, helpValues, options, arity }: CommandLine<Options, Word>,
  action: (word: Word, values: Values<Options>, ...rest: (string | undefined)[]) => Promise<void> | void,
): Promise<void> =>
  runCommand(async () => {
    process.stdout.on('error', fail)
    const { values, positionals } = readArguments(name, { ...options, help: { type: 'boolean', short: 'h' } })
    if (values.help) return console.log(fill(readHelp(name), { ...helpValues, stores: readHelp('stores') }))
    const [first = '', ...rest] = positionals
    const known = Object.keys(arity) as Word[]
    const word = known.find((each) => each === first)
    if (word === undefined)
      throw usageError(name, first ? `there is no command "${first}"` : `say ${known.join(' or ')}`)
    if (rest.length > arity[word]) throw usageError(name, `\`${word}\` takes no more words`)
    await action(word, values as Values<Options>, ...rest)
  })

/** Reads a file of `help/`: the help of a command, or another text to print, like `started`. */
export const readHelp = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'help', `${name}.txt`), 'utf8').trimEnd()

function readArguments(name: string, options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    // Node's message goes on with how to type an argument that begins with a hyphen, which does not help here.
    throw usageError(name, String(error instanceof Error ? error.message.replace(/\. To specify .*/, '') : error))
  }
}

export const usageError = (name: string, what: string): SettingsError =>
  new SettingsError(`${capitalized(what)}. \`npm run ${name} -- --help\` lists the commands.`)

/** @throws SettingsError when the file cannot be read */
export function readNamedFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** @param file is created, readable by its owner only; standard output if undefined. @throws SettingsError at once when it exists */
export function outputTo(file: string | undefined): (text: string) => void {
  if (file === undefined) return (text) => void process.stdout.write(text)
  if (existsSync(file)) throw new SettingsError(`${file} exists, and no file is overwritten. Nothing was changed.`)
  let flag = 'wx'
  return (text) => {
    writeFileSync(file, text, { flag, mode: 0o600, flush: true })
    flag = 'a'
  }
}

/** Runs a command. If it fails, prints the message and exits with 1. To an unexpected error it adds the place in the code, but no stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // When the input ends while a prompt waits, this sentence replaces Node's warning of an unsettled promise.
  const failAtInputEnd = () => fail(new SettingsError(INPUT_ENDED))
  process.once('beforeExit', failAtInputEnd)
  warnOfSlips(process.env)
  try {
    await command()
  } catch (error) {
    fail(error)
  } finally {
    process.off('beforeExit', failAtInputEnd)
  }
}

/** A variable that looks like a typing slip may belong to another program, so it only gets a warning. */
function warnOfSlips(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env).filter((each) => !VARIABLES.includes(each))) {
    const meant = VARIABLES.find((known) => isTypingSlip(name, known))
    if (meant) console.error(`${name} is set, and Front Desk does not know it. Did you mean ${meant}?`)
  }
}

const INPUT_ENDED =
  'The input ended before all was answered. Run the command again in a terminal: it asks for all that was not kept.'

function fail(error: unknown): void {
  const isExpected = error instanceof SettingsError || error instanceof StoreUnavailable
  console.error(isExpected ? error.message : unexpectedMessage(error))
  process.exit(1)
}

/** Names the first place in the stack that belongs to this program. */
function unexpectedMessage(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, place] = /\/(src\/[^\n)]+)/.exec(stack) ?? []
  const where = place === undefined ? '' : ` (${place})`
  return `This failed unexpectedly: ${message}${where}. If it is not a full disk or missing permission, please report it.`
}
