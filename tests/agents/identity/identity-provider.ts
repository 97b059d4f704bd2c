/** A faulty identity provider with its own keys. It signs by hand, so that it can sign what no library would. */
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { exportJWK, generateKeyPair } from 'jose'
import type { TrustedIssuer } from '../../../src/agents/identity/trusted-issuer.ts'
import { listen } from '../../journeys/server.ts'

/** `dribbling` never ends. */
export type Behaviour = 'good' | 'error' | 'dribbling' | 'packed' | 'html' | 'redirect' | 'no set'

type Part = string | Uint8Array | object
type Jwk = Record<string, unknown>

export const SIGNING_ALGS = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'] as const
export type SigningAlg = (typeof SIGNING_ALGS)[number]

export function part(value: Part): string {
  const isWritten = typeof value === 'string' || value instanceof Uint8Array
  return Buffer.from(isWritten ? value : JSON.stringify(value)).toString('base64url')
}

export type SigningKey = Awaited<ReturnType<typeof createSigningKey>>

export async function createSigningKey(alg: SigningAlg, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const { name } = privateKey.algorithm
  const parameters = { name, hash: alg === 'ES384' ? 'SHA-384' : 'SHA-256', saltLength: 32 }
  return {
    alg,
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } as Jwk,
    sign: async (text: string) => Buffer.from(await crypto.subtle.sign(parameters, privateKey, Buffer.from(text))),
  }
}

/** Signs any parts as a compact JWS; the header gets what an ID-JAG has. */
export async function signWith(key: SigningKey, payload: Part, header: object | string = {}): Promise<string> {
  const complete =
    typeof header === 'string' ? header : { typ: 'oauth-id-jag+jwt', alg: key.alg, kid: key.jwk['kid'], ...header }
  const text = `${part(complete)}.${part(payload)}`
  return `${text}.${(await key.sign(text)).toString('base64url')}`
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** @param issuer its keys are served from this machine, whatever its name */
export async function startIdentityProvider(issuer: string) {
  const made = await Promise.all(SIGNING_ALGS.map((alg) => createSigningKey(alg, `${alg}-1`)))
  const original = Object.fromEntries(made.map((key) => [key.alg, key])) as Record<SigningAlg, SigningKey>
  const published = () => Object.values(original).map(({ jwk }) => jwk)
  let keys = { ...original }
  let jwks: readonly unknown[] = published()
  let behaviour: Behaviour = 'good'
  let fetches = 0
  let detours = 0
  let rotations = 1

  const detour = await serve((_request, response) => {
    detours += 1
    response.end(JSON.stringify({ keys: jwks }))
  })
  const host = await serve((_request, response) => {
    fetches += 1
    const json = { 'Content-Type': 'application/json' }
    const good = JSON.stringify({ keys: jwks })
    const answers: Record<Behaviour, () => void> = {
      good: () => response.writeHead(200, json).end(good),
      // The body would do, so that only the status can be refused.
      error: () => response.writeHead(500, json).end(good),
      redirect: () => response.writeHead(302, { ...json, Location: `${detour}/jwks.json` }).end(good),
      dribbling: () => response.writeHead(200, json).write(good.slice(0, 10)),
      packed: () =>
        response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync(good + ' '.repeat(2_000_000))),
      html: () => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>'),
      'no set': () => response.writeHead(200, json).end(JSON.stringify(jwks)),
    }
    answers[behaviour]()
  })

  const trusted: TrustedIssuer = {
    issuer,
    jwksUri: `${host}/jwks.json`,
    algorithms: [...SIGNING_ALGS],
    clientIds: ['assistant', 'assistant-2'],
    displayName: 'Example Identity',
  }
  return {
    trusted,
    /** One key for each algorithm, all published at the start. */
    get keys() {
      return keys
    },
    /** A header member of undefined is left out. */
    sign: (payload: Part, header?: object | string) => signWith(keys.ES256, payload, header),
    publish: (entries: readonly unknown[]) => void (jwks = entries),
    async rotate() {
      keys = { ...keys, ES256: await createSigningKey('ES256', `ES256-${++rotations}`) }
      jwks = [keys.ES256.jwk]
    },
    behave: (next: Behaviour) => void (behaviour = next),
    reset() {
      keys = { ...original }
      jwks = published()
      behaviour = 'good'
      fetches = detours = 0
    },
    fetches: () => fetches,
    /** No one should ever ask this address. */
    detour,
    detours: () => detours,
  }
}

/** @returns the address of a server that runs as long as the process */
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener).unref())}`
