/**
 * The command line of a command of the staff: read, and what is said when it cannot be.
 */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
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
    throw usage(command, error instanceof Error ? error.message : 'the arguments cannot be read')
  }
}

/** A command that was used in a way it has not. */
export function usage(command: string, what: string): SettingsError {
  return new SettingsError(`${what}. \`npm run ${command} -- --help\` shows what there is.`)
}
