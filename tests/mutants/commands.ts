/**
 * Mutants of `src/commands/`.
 */
import type { MutantTable } from './mutant.ts'

export const COMMANDS: MutantTable = {
  'src/commands/content/addresses.ts': [
    ['ownAddress([...addresses, ...emailHosts(files)])', 'ownAddress(addresses)'],
    ['ownAddress([...addresses, ...emailHosts(files)])', 'ownAddress(emailHosts(files))'],
    ['if (!known.includes(found))', 'if (false as boolean)'],
    ['(?![\\\\w-]|\\\\.\\\\w)', ''],
    ['(?<!\\$)', ''],
  ],
}
