/**
 * Mutants: small deliberate faults, each of which must make a test fail.
 */

/** The mutants of some files, by file: what to find, which stands in the file once; what to put there; why it survives, if it does. */
export type MutantTable = Readonly<
  Record<string, readonly (readonly [find: string, replace: string, survives?: string])[]>
>

export interface Mutant {
  /** Path of the source file. */
  file: string
  find: string
  replace: string
  /** Why no test can notice it; absent for a mutant that must be killed. */
  survives?: string | undefined
}

/** The rows of some tables, one after the other. */
export const mutantsOf = (tables: readonly MutantTable[]): Mutant[] =>
  tables.flatMap((table) =>
    Object.entries(table).flatMap(([file, rows]) =>
      rows.map(([find, replace, survives]) => ({ file, find, replace, survives })),
    ),
  )

/** How often the text of a mutant stands in the text of its file: once, or the row is out of date. */
export const occurrences = (text: string, { find }: Mutant): number => text.split(find).length - 1

/** The text of the file with the fault. */
export const mutated = (text: string, { find, replace }: Mutant): string => text.replace(find, () => replace)
