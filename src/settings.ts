/**
 * The configuration. Environment variables are read and validated only here.
 * src/hosts/README.md lists them.
 */
import * as z from 'zod'
import { BaseAddress, isLoopback, isPublicHost } from './site.ts'

/** A setting is missing or invalid. The message is for the operator who starts the service: it names the setting, and what it must be. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const DEFAULT_PORT = 8888
export const DEFAULT_DATA_DIR = '.data'
const DEFAULT_RETENTION_DAYS = 180

const Port = z.coerce
  .number('a port number')
  .int('a whole number')
  .min(0, 'a port from 0 to 65535')
  .max(65535, 'a port from 0 to 65535')

const MailUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
    'an address like smtps://user:password@mail.example.com',
  )
/** Standard Webhooks: 24 to 64 random bytes. */
const WebhookSecret = z
  .string()
  .transform((text) => Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1] ?? '', 'base64'))
  .refine(({ length }) => length >= 24 && length <= 64, 'whsec_ and 24 to 64 bytes in Base64')
const WebhookUrl = z.string().refine(isWebhookAddress, 'an https address without user name and password')
const Repository = z.string().regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/, 'a repository on GitHub like owner/name')
const Branch = z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'the name of a branch, like main')
const Switch = z.enum(['true', 'false'], { error: 'true or false' })
const Line = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/, 'one line of at most 500 characters')
const Days = z.coerce.number('a number of days').int('a whole number of days').positive('at least 1 day')
const Timestamp = z.iso.datetime({ error: 'a time like 2026-11-21T15:00:00Z' }).transform((text) => Date.parse(text))

export type Settings = ReturnType<typeof readSettings>
export type ContentSettings = ReturnType<typeof readContentSettings>
export type EditorSettings = NonNullable<ReturnType<typeof readEditorSettings>>

/** Where the service reports inquiries to a program. */
export interface WebhookSettings {
  url: string
  /** Decoded from Base64. */
  secret: Uint8Array
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads where the pages will be served: the base address without a trailing slash, whether that is another machine, and the port. */
export function readBuildSettings(env: Environment) {
  const port = read(env, 'PORT', Port, DEFAULT_PORT)
  const name = addressVariable(env)
  const needsSiteUrl = env.NODE_ENV === 'production' || env.NETLIFY === 'true'
  if (!name && needsSiteUrl) {
    throw new SettingsError(
      'SITE_URL is missing. In production, set it to the address of the site, like https://www.example.com.',
    )
  }
  const base = name ? read(env, name, BaseAddress, '') : `http://localhost:${port}`
  if (needsSiteUrl && isLoopback(base)) {
    throw new SettingsError(
      `${name} is ${base}, which is this machine. In production, set SITE_URL to the address of the site, with https.`,
    )
  }
  return { base, production: !isLoopback(base), port }
}

/** Reads how long an inquiry is kept after it was closed, declined or marked as spam. The build states it, so it needs the setting too. */
export const readRetentionDays = (env: Environment): number => read(env, 'RETENTION_DAYS', Days, DEFAULT_RETENTION_DAYS)

/** Reads which repository the web editor edits, `owner/name` on GitHub. Without one there is no editor. */
export function readEditorSettings(env: Environment) {
  const repository = read<string | undefined>(env, 'CMS_REPO', Repository, undefined)
  const branch = read(env, 'CMS_BRANCH', Branch, 'main')
  return repository === undefined ? undefined : { repository, branch }
}

/** What proves to two directories that the site is the firm's, by the name of the file that holds it: the setting, and its line. */
export type VerificationSettings = Record<string, { variable: string; line: string | undefined }>

/** Reads the lines that directories ask for. The build publishes them. */
export const readVerificationSettings = (env: Environment): VerificationSettings =>
  Object.fromEntries(
    Object.entries({
      'mcp-registry-auth': 'MCP_REGISTRY_AUTH',
      'openai-apps-challenge': 'OPENAI_APPS_CHALLENGE',
    }).map(([file, variable]) => [file, { variable, line: read<string | undefined>(env, variable, Line, undefined) }]),
  )

/** Where a firm keeps its texts, unless CONTENT_DIR names another folder; from the project's folder. */
const OWN_CONTENT = 'content'
/** The invented firm. Its texts are shown until a firm has its own, and `npm run adopt` starts from them. */
export const SAMPLE_CONTENT = `${OWN_CONTENT}/sample`
/** More texts that `npm run adopt` starts from, which the invented firm does not show. */
export const STARTER_CONTENT = `${OWN_CONTENT}/starters`
export const FIRM_FILE = 'firm.md'
/** The names of texts in a folder, for a glob. One that begins with an underscore is a template. */
export const TEXT_FILES = '[^_]*.md'

/** Reads which folder holds the texts of the site: its path from the project's folder, or an absolute one. */
export function readContentFolder(env: Environment, exists: (path: string) => boolean): string {
  if (env.CONTENT_DIR) return env.CONTENT_DIR
  return exists(`${OWN_CONTENT}/${FIRM_FILE}`) ? OWN_CONTENT : SAMPLE_CONTENT
}

/** Whether the site shows the invented firm because there is no other; not when CONTENT_DIR asks for it. */
export const showsSample = (env: Environment, exists: (path: string) => boolean): boolean =>
  !env.CONTENT_DIR && readContentFolder(env, exists) === SAMPLE_CONTENT

/** Reads which folder is to hold the firm's own texts, whether it has any yet or not. */
export const readOwnContentFolder = (env: Environment): string => env.CONTENT_DIR || OWN_CONTENT

/** Reads whether the site only shows what Front Desk is, under the name of a firm that does not exist. The build states it. */
export const readDemonstration = (env: Environment): boolean => read(env, 'DEMONSTRATION', Switch, 'false') === 'true'

/** Reads what the check of the content needs to know. It leaves an invalid address to the build. */
export function readContentSettings(env: Environment) {
  const demonstration = readDemonstration(env)
  const host = URL.parse(env[addressVariable(env) ?? ''] ?? '')?.hostname
  return {
    /** What is configured as the address of the site; it need not be one. */
    addresses: [env.SITE_URL ?? '', env.URL ?? ''],
    demonstration,
    /** True when the public will take the texts for those of a real firm: a build for a public address, no preview, no demonstration. */
    goesOnline: host !== undefined && isPublicHost(host) && !demonstration && !isPreview(env),
    retentionDays: readRetentionDays(env),
  }
}

export const keysMissing = (): SettingsError =>
  new SettingsError('FRONT_DESK_KEYS is missing. Make a key set with `npm run keys` and put it into that variable.')

export function readSettings(env: Environment) {
  const build = readBuildSettings(env)
  const rateLimitFactor = read(env, 'RATE_LIMIT_FACTOR', z.coerce.number('a number').positive('a number above 0'), 1)
  if (build.production && rateLimitFactor !== 1) {
    throw new SettingsError('RATE_LIMIT_FACTOR is for load tests. In production, do not set it.')
  }
  if (build.production && !env.FRONT_DESK_KEYS) {
    throw keysMissing()
  }
  return {
    ...build,
    /** Address to listen on; the default is reachable from this machine only. */
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || DEFAULT_DATA_DIR,
    /** The key set as JSON. Undefined: the local server keeps one in the data folder. */
    keys: env.FRONT_DESK_KEYS || undefined,
    /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
    trustedProxies: parseList(env.TRUSTED_PROXIES),
    /** Multiplies every limit; 1 in production. */
    rateLimitFactor,
    /** URL of the SMTP server. Undefined: no mail is sent. */
    mailUrl: read<string | undefined>(env, 'MAIL_URL', MailUrl, undefined),
    /** Undefined: inquiries are not reported to a program. */
    webhook: readWebhook(env),
    /** Origins of web pages that may call /mcp besides this site's own. */
    allowedOrigins: parseList(env.ALLOWED_ORIGINS),
    /** The trust list as JSON. Undefined: no provider is trusted. */
    trustedIssuers: env.TRUSTED_ISSUERS || undefined,
    /** Whether an agent may send an inquiry by MCP without a confirmation of the person. */
    acceptsUnconfirmed: read(env, 'ACCEPT_UNCONFIRMED', Switch, 'false') === 'true',
    retentionDays: readRetentionDays(env),
    /** Everything issued to agents before this time is revoked; milliseconds since 1970, 0 for nothing. */
    revokeBefore: read(env, 'REVOKE_ISSUED_BEFORE', Timestamp, 0),
  }
}

function readWebhook(env: Environment): WebhookSettings | undefined {
  const url = read<string | undefined>(env, 'WEBHOOK_URL', WebhookUrl, undefined)
  const secret = read<Uint8Array | undefined>(env, 'WEBHOOK_SECRET', WebhookSecret, undefined)
  if (url && secret) return { url, secret }
  if (!url && !secret) return undefined
  throw new SettingsError(
    `${url ? 'WEBHOOK_SECRET' : 'WEBHOOK_URL'} is missing. Set both WEBHOOK_URL and WEBHOOK_SECRET, or neither.`,
  )
}

/** Plain http is allowed for loopback only, because the payload names inquiries. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, origin } = new URL(text)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLoopback(origin)))
}

/** Splits at commas and white space. */
function parseList(text = ''): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** Whether this is a deploy preview or a branch deploy of Netlify. */
const isPreview = (env: Environment) => env.CONTEXT !== undefined && env.CONTEXT !== 'production'

/** Name of the variable with the base address. In a deploy preview, it is the preview's address. */
function addressVariable(env: Environment): string | undefined {
  const names = isPreview(env) ? ['DEPLOY_PRIME_URL', 'URL'] : ['SITE_URL', 'URL']
  return names.find((name) => env[name])
}

function read<T>(env: Environment, name: string, schema: z.ZodType<T>, fallback: T): T {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new SettingsError(`${name} is not right: it must be ${result.error.issues[0]?.message ?? 'another value'}.`)
}
