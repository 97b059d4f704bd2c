/**
 * An identity provider: a second HTTP server with keys of its own, which can also be rude.
 */
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type CryptoKey, SignJWT, type JWTPayload } from 'jose'
import type { TrustedIssuer } from '../../../src/agents/identity/trusted-issuer.ts'

export type Manner = 'polite' | 'down' | 'slow' | 'large' | 'page' | 'elsewhere' | 'many'

export interface Provider {
  trusted: TrustedIssuer
  /** Fetches of its keys so far. */
  fetches(): number
  /** Requests at the address it redirects to. */
  strays(): number
  behave(manner: Manner): void
  /** Gets a new key; the old one is no longer published. */
  rotate(): Promise<void>
  /** An ID-JAG with everything right at `now`, but for what is given; undefined leaves a claim out. */
  vouch(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** A security event. */
  event(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  sign(claims: JWTPayload, header: Record<string, unknown>): Promise<string>
  publish(jwks: Record<string, unknown>[]): void
  key(): CryptoKey
  close(): Promise<void>
}

export const TYP = 'oauth-id-jag+jwt'
export const EVENT = 'https://schemas.workos.com/events/agent/auth/identity/assertion/revoked'

/**
 * @param base the service that its assertions are for
 * @param now seconds since 1970
 */
export async function startProvider(base: string, now: () => number): Promise<Provider> {
  let manner: Manner = 'polite'
  let fetches = 0
  let strays = 0
  let made = await makeKey()
  let published: Record<string, unknown>[] = [made.jwk]
  const answers: Record<Manner, (response: ServerResponse) => void> = {
    polite: (response) =>
      void response
        .writeHead(200, { 'Content-Type': 'application/jwk-set+json' })
        .end(JSON.stringify({ keys: published })),
    down: (response) => void response.writeHead(500).end(),
    slow: () => undefined,
    large: (response) =>
      void response.writeHead(200).end(JSON.stringify({ keys: published, padding: 'x'.repeat(2_000_000) })),
    page: (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>'),
    elsewhere: (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
    many: (response) =>
      void response
        .writeHead(200)
        .end(
          JSON.stringify({ keys: Array.from({ length: 101 }, (_, number) => ({ ...made.jwk, kid: String(number) })) }),
        ),
  }
  const server = createServer((request, response) => {
    if (request.url === '/elsewhere') {
      strays += 1
      return answers.polite(response)
    }
    fetches += 1
    answers[manner](response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sign = (claims: JWTPayload, header: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: made.jwk.kid, ...header }).sign(made.key)
  return {
    trusted: {
      issuer,
      jwksUri: `${issuer}/keys`,
      algorithms: ['ES256'],
      clientIds: ['agent-app'],
      displayName: 'Test provider',
    },
    fetches: () => fetches,
    strays: () => strays,
    behave: (next) => void (manner = next),
    publish: (jwks) => void (published = jwks),
    async rotate() {
      made = await makeKey()
      published = [made.jwk]
    },
    vouch: (claims = {}, header = {}) =>
      sign(
        {
          iss: issuer,
          sub: 'person-1',
          aud: `${base}/api/v1`,
          client_id: 'agent-app',
          jti: crypto.randomUUID(),
          iat: now(),
          exp: now() + 300,
          auth_time: now() - 60,
          email: 'ana@example.com',
          email_verified: true,
          ...claims,
        },
        { typ: TYP, ...header },
      ),
    event: (claims = {}, header = {}) =>
      sign(
        {
          iss: issuer,
          aud: base,
          iat: now(),
          jti: crypto.randomUUID(),
          sub_id: { format: 'iss_sub', iss: issuer, sub: 'person-1' },
          events: { [EVENT]: {} },
          ...claims,
        },
        { typ: 'secevent+jwt', ...header },
      ),
    sign,
    key: () => made.key,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function makeKey() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'ES256' }
  return { key: privateKey, jwk }
}
