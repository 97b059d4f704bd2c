/** What is known of each kind of fact, how its keys are made, and how it is read. The table of all kinds is `facts.ts`. */
import * as z from 'zod'
import type { Store } from '../ports.ts'

/** ISO 8601, UTC. */
export const Time = z.iso.datetime()
/** Nothing but when it was written. */
export const Written = z.object({ at: Time })
/** All its data is in its key. */
export const Empty = z.object({})
/** Encrypted to the staff, a compact JWE. */
export const Sealed = z.object({ sealed: z.string() })
/** How an address in a key is protected. */
export const ADDRESS_HASH = 'address: hash'

/** How a value says when it was written, ISO 8601. */
const Dated = z.object({ at: z.string(), startedAt: z.string(), receivedAt: z.string() }).partial()

/** A row of the table of facts. */
export interface FactRow {
  /** The key; `<…>` stands for a part that differs from fact to fact. */
  pattern: string
  value: z.ZodType
  /** What of the key and the value is hashed or encrypted, in words; absent when nothing is. */
  protection?: string
  /** What removes it, in words; or how long after it was written housekeeping does, milliseconds, and what usually does sooner. */
  removed: string | { afterMs: number; sooner?: string }
}

/** A fact in the store does not have the form that its row describes. The message names the row and fields, never a value. */
export class UnreadableFact extends Error {
  constructor(pattern: string, fields: readonly string[]) {
    super(`a fact ${pattern} cannot be read: ${fields.join(', ')}`)
    this.name = 'UnreadableFact'
  }
}

/**
 * @returns undefined only when there is no such fact
 * @throws UnreadableFact, StoreUnavailable
 */
export async function readFact<T>(
  store: Pick<Store, 'read'>,
  { pattern, value }: { pattern: string; value: z.ZodType<T> },
  key: string,
): Promise<T | undefined> {
  const found = await store.read(key)
  if (found === undefined) return undefined
  const parsed = value.safeParse(found)
  if (parsed.success) return parsed.data
  throw new UnreadableFact(
    pattern,
    parsed.error.issues.map(({ path }) => path.join('.') || 'all of it'),
  )
}

/** Stands where a list names who did what, if the fact is there and cannot be read. */
export const UNREADABLE = 'a record that cannot be read'
/** In place of what was sealed: no key opens it. */
export const UNREADABLE_SEAL = { sealed: '' }

/**
 * The same for lists, which one damaged fact must not end.
 * @param instead in place of a fact that is there and cannot be read
 */
export async function readFactOr<T, Instead>(
  store: Pick<Store, 'read'>,
  row: { pattern: string; value: z.ZodType<T> },
  key: string,
  instead: Instead,
): Promise<T | Instead | undefined> {
  try {
    return await readFact(store, row, key)
  } catch (error) {
    if (error instanceof UnreadableFact) return instead
    throw error
  }
}

/**
 * Parses what is stored under a key. A text that is not JSON is damaged: it is given as it is, because the fact is there, and no row of
 * `FACTS` takes it.
 */
export function parseFact(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The names between `<` and `>`. */
type PartOf<Pattern extends string> = Pattern extends `${string}<${infer Name}>${infer Rest}`
  ? Name | PartOf<Rest>
  : never

/** The key of a fact. With an empty last part it is the prefix of all keys that have the other parts. */
export function keyOf<Pattern extends string>(
  { pattern }: { pattern: Pattern },
  parts: Readonly<Record<PartOf<Pattern>, string | number>>,
): string {
  const values: Readonly<Record<string, string | number>> = parts
  return pattern.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
}

/** What all keys of a row begin with. */
export const prefixOf = ({ pattern }: { pattern: string }): string => pattern.slice(0, pattern.indexOf('<'))

/** When a fact was written, milliseconds since 1970; NaN when its value does not say so. */
export function writtenAt(value: unknown): number {
  const { at, startedAt, receivedAt } = Dated.safeParse(value).data ?? {}
  return Date.parse(at ?? startedAt ?? receivedAt ?? '')
}
