/** A Netlify Blobs service in memory that refuses, loses replies and fails on demand, behind the real client. */
import { hash } from 'node:crypto'
import { setImmediate as nextRound } from 'node:timers/promises'
import { getStore } from '@netlify/blobs'

const CACHED = 'https://cached.test'
const SITE = { siteID: 'site', token: 'token', edgeURL: CACHED, uncachedEdgeURL: 'https://strong.test' }

/** Calling `answer` lets the request through. */
export type Behaviour = (answer: () => Response, body?: string) => Response | Promise<Response>

export const well: Behaviour = (answer) => answer()
export const status = (code: number) => new Response(null, { status: code })
export const networkError = (): never => {
  throw new TypeError('fetch failed')
}
/** Behaves like the first of `turns`, then like the second and so on, then well. */
export const inTurn =
  (...turns: Behaviour[]): Behaviour =>
  (answer) =>
    (turns.shift() ?? well)(answer)
/** Answers with what was there some rounds of the event loop ago. */
export const slowly: Behaviour = async (answer) => {
  const response = answer()
  for (let round = Math.random() * 20; round > 0; round--) await nextRound()
  return response
}
/** The client repeats a write with the same body, which contains a nonce. */
export function onFirstTry(behave: Behaviour): Behaviour {
  const tried = new Set<string>()
  return (answer, body = '') => {
    if (tried.has(body)) return answer()
    tried.add(body)
    return behave(answer)
  }
}
/** Does what was asked and then says something else. */
export const storesThen =
  (reply: () => Response): Behaviour =>
  (answer) => {
    answer()
    return reply()
  }

export function faultyBlobs() {
  const service = {
    kept: new Map<string, string>(),
    /** Records on a page of a list. */
    page: 1000,
    on: { put: well, get: well, list: well, delete: well },
    open: (consistency: 'strong' | 'eventual'): ReturnType<typeof getStore> =>
      getStore({ ...SITE, name: 'records', consistency, fetch: answerTo }),
  }
  const { kept, on } = service

  const answerTo: typeof fetch = async (input, init) => {
    const url = new URL(new Request(input).url)
    const key = url.pathname.split('/').slice(3).join('/')
    // The cache knows only what was so before anything was written.
    if (url.origin === CACHED) return key ? status(404) : Response.json({ blobs: [] })
    if (init?.method === 'put') return on.put(() => put(key, init), init.body as string)
    if (init?.method === 'delete') return on.delete(() => status(kept.delete(key) ? 204 : 404))
    if (key) return on.get(() => (kept.has(key) ? new Response(kept.get(key), etagOf(key)) : status(404)))
    return on.list(() => list(url.searchParams))
  }

  /** An unknown key gets an ETag that no blob has. */
  const etagOf = (key: string) => ({ headers: { etag: JSON.stringify(hash('sha256', kept.get(key) ?? '')) } })

  function put(key: string, { headers, body }: RequestInit): Response {
    const conditions = new Headers(headers)
    if (conditions.get('if-none-match') === '*' && kept.has(key)) return status(412)
    const wanted = conditions.get('if-match')
    if (wanted !== null && wanted !== etagOf(key).headers.etag) return status(412)
    kept.set(key, body as string)
    return new Response(null, etagOf(key))
  }

  /** Keys come in the order of writing, because the store must not rely on the service's order. */
  function list(query: URLSearchParams): Response {
    const keys = [...kept.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''))
    const start = Number(query.get('cursor') ?? 0)
    const end = start + service.page
    if (query.has('directories')) {
      const length = query.get('prefix')?.length ?? 0
      const below = keys.flatMap((key) => /^[^/]*\/(?=.)/.exec(key.slice(length))?.[0] ?? [])
      const directories = [...new Set(below)].map((name) => `${query.get('prefix')}${name}`)
      return Response.json({ blobs: [], directories })
    }
    const blobs = keys.slice(start, end).map((key) => ({ key, etag: etagOf(key).headers.etag }))
    return Response.json({ blobs, ...(end < keys.length ? { next_cursor: String(end) } : {}) })
  }

  return service
}
