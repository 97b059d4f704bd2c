/**
 * How a command fails: one clear sentence on standard error and exit code 1. A mistake of ours keeps its stack.
 */
import { SettingsError } from '../settings.ts'
import { StoreUnavailable } from '../ports.ts'

/** Runs a command. What a person can mend is printed without a stack. */
export async function failPlainly(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const plain = error instanceof SettingsError || error instanceof StoreUnavailable
    console.error(plain ? error.message : error)
    process.exit(1)
  }
}
