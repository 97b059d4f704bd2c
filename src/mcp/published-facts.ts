/**
 * What the firm has published, as results of tools. Each document is parsed once, and again when its file has changed.
 */
import { FIRST_LANGUAGE, type Language } from '../language.ts'
import { factPath } from '../site.ts'
import type { PublishedFiles } from '../ports.ts'
import type { Service } from '../service/service.ts'
import { toolResult } from './result.ts'

/** Never changed, so that what is computed from it can be kept. */
type Fact = Readonly<Record<string, unknown>>

const parsed = new WeakMap<PublishedFiles, Map<string, { text: string; fact: Fact }>>()
const results = new WeakMap<Fact, ReturnType<typeof toolResult>>()

type Publisher = Pick<Service, 'published'>

/** A document of the API, as it was published. @param name its path below the root of the API in English */
export const readFact = ({ published }: Publisher, name: string, language = FIRST_LANGUAGE): Promise<string> =>
  published.read(factPath(language, `/${name}`).slice(1))

/** The same, parsed. */
export async function factOf(service: Publisher, name: string, language?: Language): Promise<Fact> {
  const facts = parsed.get(service.published) ?? new Map<string, { text: string; fact: Fact }>()
  parsed.set(service.published, facts)
  const text = await readFact(service, name, language)
  const key = `${language ?? FIRST_LANGUAGE} ${name}`
  const known = facts.get(key)
  if (known?.text === text) return known.fact
  const fact = JSON.parse(text) as Fact
  facts.set(key, { text, fact })
  return fact
}

/** The result of a tool that gives a fact, made once for each. */
export function factResult(fact: Fact): ReturnType<typeof toolResult> {
  const result = results.get(fact) ?? toolResult(fact)
  results.set(fact, result)
  return result
}
