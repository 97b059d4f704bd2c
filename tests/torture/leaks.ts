/** What an answer or a log must never hold: a stack, a path of the machine, a key, and what someone else sent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stands in the name, the address and the message of a request; the number tells whose it is. */
export const mark = (number: number | string): string => `FZQ${number}QZF`
const MARK = /FZQ(\w{1,8})QZF/g

/** How a leak of another request's data is called. */
export const FOREIGN = 'what someone else sent'

const STACK = /^\s*at .*:\d+:\d+\)?$/m
/** Members of the key files that are secret. */
const SECRET_MEMBERS = new Set(['d', 'secret', 'pepper'])

/** What is not to be seen, and what it is. */
type Watch = ReadonlyMap<string, string>

/** @param dataDir whose files hold the keys @param more secrets, and what they are */
export function watchFor(dataDir: string, more: Iterable<[secret: string, what: string]>): Watch {
  const secrets = new Map<string, string>(more)
  for (const file of readdirSync(dataDir).filter((name) => name.endsWith('.json')))
    JSON.parse(readFileSync(join(dataDir, file), 'utf8'), (name, value: unknown) => {
      if (SECRET_MEMBERS.has(name) && typeof value === 'string') secrets.set(value, `a key of ${file}`)
      return value
    })
  if (secrets.size === 0) throw new Error('There are no keys to look for.')
  for (const path of [process.cwd(), dataDir]) secrets.set(path, 'a path of the machine')
  return secrets
}

/** @param sent the request that is answered; marks that it does not hold belong to someone else @returns what leaks, in words */
export function leaksIn(text: string, secrets: Watch, sent = ''): string[] {
  const foreign = [...text.matchAll(MARK)].some(([found]) => !sent.includes(found))
  return [
    ...[...secrets].filter(([secret]) => text.includes(secret)).map(([, what]) => what),
    ...(/node_modules/.test(text) || STACK.test(text) ? ['a stack'] : []),
    ...(foreign ? [FOREIGN] : []),
  ]
}
