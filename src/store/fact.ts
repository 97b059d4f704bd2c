/** What is known of each kind of fact, how its keys are made, and how it is read. The table of all kinds is `facts.ts`. */
import * as z from 'zod'
import { once } from '../remembered.ts'
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

/** A value that says when it was written, ISO 8601. */
const Dated = z.union([
  z.object({ at: z.string() }),
  z.object({ startedAt: z.string() }).transform(({ startedAt }) => ({ at: startedAt })),
  z.object({ receivedAt: z.string() }).transform(({ receivedAt }) => ({ at: receivedAt })),
])

/** Removed by housekeeping, some time after it was written. */
interface Lifetime {
  /** Milliseconds. */
  afterMs: number
  /** What usually removes it before that, in words. */
  sooner?: string
}

interface FactKind {
  /** The key; `<…>` stands for a part that differs from fact to fact. */
  pattern: string
  /** What of the key and the value is hashed or encrypted, in words; absent when nothing is. */
  protection?: string
}

/** A row of the table of facts: a value without a time cannot have a lifetime. */
export type FactRow = FactKind &
  (
    | { value: z.ZodType<z.input<typeof Dated>>; removed: Lifetime }
    | {
        value: z.ZodType
        removed:
          | 'never'
          | 'the next sign-in with it'
          | 'the next one; who revokes the member'
          | 'an owner who forgets the address'
          | 'with the inquiry'
          | 'the next list; housekeeping'
          | 'housekeeping; an owner who erases it'
          | 'an owner or a lawyer who removes them'
      }
  )

/** A row as it is written down: with its schema, or with what makes it. */
type Drafted<Row> = Row extends FactRow ? Omit<Row, 'value'> & { value: Row['value'] | (() => Row['value']) } : never
type Rows<Drafts extends Record<string, { value: unknown }>> = {
  readonly [Name in keyof Drafts]: Omit<Drafts[Name], 'value'> & {
    readonly value: Drafts[Name]['value'] extends () => infer Schema ? Schema : Drafts[Name]['value']
  }
}

/** @param drafts its rows. One with a schema of its own says how to make it, so that a function that starts makes only those it uses */
export function factRows<const Drafts extends Record<string, Drafted<FactRow>>>(drafts: Drafts): Rows<Drafts> {
  const rows = Object.entries(drafts).map(([name, { value, ...row }]) => [
    name,
    Object.defineProperty(row, 'value', { enumerable: true, ...schemaOf(value) }),
  ])
  return Object.fromEntries(rows) as Rows<Drafts>
}

const schemaOf = (value: z.ZodType | (() => z.ZodType)) =>
  typeof value === 'function' ? { get: once(value) } : { value }

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
export const writtenAt = (value: unknown): number => Date.parse(Dated.safeParse(value).data?.at ?? '')
