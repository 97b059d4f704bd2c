/**
 * Everything the documents say, against what is running: one base address, one set of scopes, grants, names and versions, and
 * not one address that leads nowhere.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTS } from '../../src/contract/documents.ts'
import { jsonRequest } from '../test-desk.ts'
import { type OwnServer, startOwnServer } from './build-at.ts'

type Json = Record<string, never>

let server: OwnServer
/** Those at one address. */
const PLAIN = DOCUMENTS.filter(({ path }) => !path.includes(':'))
const texts = new Map<string, string>()
beforeAll(async () => {
  server = await startOwnServer()
  return () => server.remove()
})
beforeAll(async () => {
  for (const { path } of PLAIN) texts.set(path, await (await fetch(server.base + path)).text())
})

const json = (path: string) => JSON.parse(texts.get(path) ?? 'null') as Json
const post = async (path: string, init: RequestInit) =>
  (await (await fetch(server.base + path, { method: 'POST', ...init })).json()) as Json
const rpc = (method: string, params: object, headers: Record<string, string> = {}) =>
  post(
    '/mcp',
    jsonRequest(
      { jsonrpc: '2.0', id: 1, method, params },
      { Accept: 'application/json, text/event-stream', ...headers },
    ),
  )
/** Every value of a member, at any depth. */
const valuesOf = (node: unknown, name: string): unknown[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]: [string, unknown]) => [
        ...(key === name ? [value] : []),
        ...valuesOf(value, name),
      ])
    : []
const CARDS = ['/mcp/server-card', '/.well-known/mcp/server-card.json', '/.well-known/mcp.json']

it('names one base address everywhere, and no other of this machine', () => {
  for (const [path, text] of texts) {
    for (const [, origin] of text.matchAll(/(https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)/g))
      expect(origin, path).toBe(server.base)
  }
})

it('leads nowhere in vain: each address that a document names is answered', async () => {
  const found = new Set<string>()
  for (const text of texts.values()) {
    for (const [url] of text.matchAll(/https?:\/\/localhost:\d+[^\s"'<>)\]`|\\]*/g))
      if (!/[{}<…]|\.\.\./.test(url)) found.add(url.replace(/[.,;:#]+$/, '').replace(/#.*/, ''))
  }
  expect(found.size).toBeGreaterThan(50)
  const answers = await Promise.all(
    [...found].map(async (url) => ({ url, status: (await fetch(url, { redirect: 'manual' })).status })),
  )
  // Addresses that take only POST say so; examples of references and claims may be over.
  expect(
    answers
      .filter(({ status }) => status >= 400 && ![400, 401, 405, 410].includes(status))
      .filter(({ url }) => !/\/claim\?attempt=|\/claim\/confirm|\/status\//.test(url)),
  ).toEqual([])
})

describe('/mcp says of itself what is published of it', () => {
  it('name and version', async () => {
    const { result } = (await rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })) as unknown as { result: { serverInfo: { name: string; version: string; title: string }; capabilities: Json } }
    for (const card of CARDS) {
      const { serverInfo, name, version, title, capabilities } = json(card) as unknown as {
        serverInfo?: object
        name: string
        version: string
        title: string
        capabilities?: object
      }
      expect({ name, version, title }, card).toEqual({
        name: result.serverInfo.name,
        version: result.serverInfo.version,
        title: result.serverInfo.title,
      })
      if (serverInfo) expect(result.serverInfo, card).toMatchObject(serverInfo)
      if (capabilities) expect(result.capabilities, card).toMatchObject(capabilities)
    }
    for (const version of valuesOf(json('/.well-known/ai-catalog.json'), 'version'))
      expect(version).toBe(result.serverInfo.version)
    expect(valuesOf(json('/openapi.json').info, 'version')).toEqual([result.serverInfo.version])
  })

  it('protocol versions: each that a card lists is spoken, and no other is granted', async () => {
    for (const versions of CARDS.flatMap((card) => valuesOf(json(card), 'supportedProtocolVersions')) as string[][]) {
      for (const protocolVersion of versions.filter((version) => version < '2026')) {
        expect(
          (await rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }))
            .result,
        ).toMatchObject({ protocolVersion })
      }
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const discovered = await rpc(
        'server/discover',
        { _meta },
        { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'server/discover' },
      )
      expect(valuesOf(discovered, 'supportedVersions')[0]).toEqual(versions.filter((version) => version >= '2026'))
      const unknown = await rpc('initialize', {
        protocolVersion: '1999-01-01',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      })
      expect(versions).toContain(valuesOf(unknown, 'protocolVersion')[0])
    }
  })
})

describe('the token endpoint gives what is published of it', () => {
  const metadata = () =>
    json('/.well-known/oauth-authorization-server') as unknown as {
      token_endpoint: string
      scopes_supported: string[]
      grant_types_supported: string[]
      agent_auth: { identity_endpoint: string }
    }
  const ask = (grant: string, more: Record<string, string> = {}) =>
    fetch(metadata().token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: grant, ...more }),
    }).then((response) => response.json()) as Promise<Record<string, string>>

  it('scopes: each may be had, no other, and each document names the same', async () => {
    const { scopes_supported: scopes, agent_auth } = metadata()
    const registered = (await (
      await fetch(agent_auth.identity_endpoint, jsonRequest({ type: 'anonymous' }))
    ).json()) as { identity_assertion: string }
    for (const scope of scopes)
      expect(
        (await ask('urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion: registered.identity_assertion, scope }))
          .scope,
      ).toBe(scope)
    expect(
      (
        await ask('urn:ietf:params:oauth:grant-type:jwt-bearer', {
          assertion: registered.identity_assertion,
          scope: 'everything',
        })
      ).error,
    ).toBe('invalid_scope')
    for (const { path } of PLAIN.filter(({ type }) => type.includes('json')))
      for (const named of valuesOf(json(path), 'scopes_supported')) {
        // The description of the API holds schemas of these documents.
        const schema = named as { items?: { enum: unknown } }
        expect(schema.items?.enum ?? named, path).toEqual(scopes)
      }
    for (const scope of scopes)
      for (const path of ['/auth.md', '/openapi.json']) expect(texts.get(path), path).toContain(scope)
  })

  it('grants: each is known, no other is', async () => {
    for (const grant of metadata().grant_types_supported) {
      expect((await ask(grant)).error, grant).not.toBe('unsupported_grant_type')
      expect(texts.get('/auth.md'), grant).toContain(grant.replace('urn:workos:', 'urn:frontdesk:'))
    }
    expect((await ask('password')).error).toBe('unsupported_grant_type')
    expect(json('/.well-known/openid-configuration')).toMatchObject(metadata())
  })
})
