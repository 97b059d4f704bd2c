/**
 * What the commands share: how a command line is read, and how a command fails.
 */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { StoreUnavailable } from '../ports.ts'
import { SettingsError } from '../settings.ts'

/**
 * Reads the command line.
 * @param command name behind `npm run`
 * @throws SettingsError naming what is wrong with it
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(command: string, options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw usageError(command, error instanceof Error ? error.message : 'the arguments cannot be read')
  }
}

/** The error for a wrong command line; points to `--help`. */
export function usageError(command: string, what: string): SettingsError {
  return new SettingsError(`${what}. \`npm run ${command} -- --help\` shows what there is.`)
}

/** Between two lines of progress. */
const PROGRESS_STEP = 10_000

/**
 * Writes to standard error how far a long command is, at times.
 * @param what is counted and what was done with it, like `facts written`
 * @returns takes the count so far
 */
export function progressLines(what: string): (count: number) => void {
  let next = PROGRESS_STEP
  return (count) => {
    if (count < next) return
    next = count - (count % PROGRESS_STEP) + PROGRESS_STEP
    console.error(`${count} ${what} …`)
  }
}

/**
 * Runs a command. An expected failure prints one sentence to standard error and exits with 1; any other error keeps its stack.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const isExpected = error instanceof SettingsError || error instanceof StoreUnavailable
    console.error(isExpected ? error.message : error)
    process.exit(1)
  }
}
