/**
 * The configuration: environment variables, read and checked here and nowhere else.
 * src/hosts/README.md lists them.
 */
import * as z from 'zod'
import { BaseAddress, isLoopback } from './site.ts'

/** A setting is missing or wrong. The message is one sentence for the person who starts the service. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}

export const DEFAULT_PORT = 8888
export const DEFAULT_DATA_DIR = '.data'
/** Half a year. */
export const DEFAULT_RETENTION_DAYS = 180

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
/** As Standard Webhooks has it: 24 to 64 random bytes. */
const WebhookSecret = z
  .string()
  .transform((text) => Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1] ?? '', 'base64'))
  .refine(({ length }) => length >= 24 && length <= 64, 'whsec_ and 24 to 64 bytes in Base64')
const WebhookUrl = z.string().refine(isWebhookAddress, 'an https address without user and password')
const Repository = z.string().regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/, 'a repository on GitHub like owner/name')
const Branch = z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'the name of a branch, like main')
const Days = z.coerce.number('a number of days').int('a whole number of days').positive('at least 1 day')
const Timestamp = z.iso.datetime({ error: 'a moment like 2026-11-21T15:00:00Z' }).transform((text) => Date.parse(text))

/** What the build needs to know: where the pages will be served. */
export interface BuildSettings {
  /** The base address, an origin without a trailing slash. */
  base: string
  /** True wherever real people are served; then nothing is made up on the way. */
  production: boolean
  port: number
}

/** Where the texts of the site are kept, for the web editor. */
export interface EditorSettings {
  /** On GitHub, like `owner/name`. */
  repository: string
  branch: string
}

/** Where to tell a program of inquiries. */
export interface WebhookSettings {
  url: string
  /** Its bytes. */
  secret: Uint8Array
}

/** What the running service needs to know. */
export interface Settings extends BuildSettings {
  /** Address to listen on; by default only this machine can reach it. */
  host: string
  dataDir: string
  /** The key set as JSON, or undefined: then one machine keeps its own in the data folder. */
  keys: string | undefined
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** Multiplies every limit; 1 in production. */
  rateLimitFactor: number
  /** SMTP server as a URL, or undefined: then no mail leaves this machine. */
  mailUrl: string | undefined
  /** Undefined: no program is told of inquiries. */
  webhook: WebhookSettings | undefined
  /** What agents were issued before this moment is dead, milliseconds since 1970; 0 for nothing. */
  revokeBefore: number
  /** Origins of web pages that may call /mcp besides this site's own. */
  allowedOrigins: string[]
  /** How long an inquiry is kept after the staff finished it: closed, declined, or marked as spam. Days. */
  retentionDays: number
  /** The trust list as JSON, or undefined: then no provider is trusted. */
  trustedIssuers: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads where the pages will be served.
 * @param env the environment variables
 * @throws SettingsError naming the variable and what it must be
 */
export function readBuildSettings(env: Environment): BuildSettings {
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

/**
 * Reads which repository the web editor changes.
 * @param env the environment variables
 * @returns undefined when none is named: then no editor is published
 * @throws SettingsError naming the variable and what it must be
 */
export function readEditorSettings(env: Environment): EditorSettings | undefined {
  const repository = read<string | undefined>(env, 'CMS_REPO', Repository, undefined)
  const branch = read(env, 'CMS_BRANCH', Branch, 'main')
  return repository === undefined ? undefined : { repository, branch }
}

/**
 * Reads everything the running service needs.
 * @param env the environment variables
 * @throws SettingsError naming the variable and what it must be
 */
export function readSettings(env: Environment): Settings {
  const build = readBuildSettings(env)
  const rateLimitFactor = read(env, 'RATE_LIMIT_FACTOR', z.coerce.number('a number').positive('a number above 0'), 1)
  if (build.production && rateLimitFactor !== 1) {
    throw new SettingsError('RATE_LIMIT_FACTOR is for load tests. In production, leave it out.')
  }
  if (build.production && !env.FRONT_DESK_KEYS) {
    throw new SettingsError(
      'FRONT_DESK_KEYS is missing. Make a key set with `npm run keys` and put it into that variable.',
    )
  }
  return {
    ...build,
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || DEFAULT_DATA_DIR,
    keys: env.FRONT_DESK_KEYS || undefined,
    trustedProxies: parseList(env.TRUSTED_PROXIES),
    rateLimitFactor,
    mailUrl: read<string | undefined>(env, 'MAIL_URL', MailUrl, undefined),
    webhook: readWebhook(env),
    allowedOrigins: parseList(env.ALLOWED_ORIGINS),
    trustedIssuers: env.TRUSTED_ISSUERS || undefined,
    retentionDays: read(env, 'RETENTION_DAYS', Days, DEFAULT_RETENTION_DAYS),
    revokeBefore: read(env, 'REVOKE_ISSUED_BEFORE', Timestamp, 0),
  }
}

function readWebhook(env: Environment): WebhookSettings | undefined {
  const url = read<string | undefined>(env, 'WEBHOOK_URL', WebhookUrl, undefined)
  const secret = read<Uint8Array | undefined>(env, 'WEBHOOK_SECRET', WebhookSecret, undefined)
  if (url && secret) return { url, secret }
  if (!url && !secret) return undefined
  throw new SettingsError(
    `${url ? 'WEBHOOK_SECRET' : 'WEBHOOK_URL'} is missing. WEBHOOK_URL and WEBHOOK_SECRET go together.`,
  )
}

/** Http on this machine only: what is sent names inquiries. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, origin } = new URL(text)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLoopback(origin)))
}

/** Values joined by commas or spaces. */
const parseList = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** Name of the variable that holds the base address: ours first, then Netlify's (of the preview, in a preview). */
function addressVariable(env: Environment): string | undefined {
  const preview = env.CONTEXT !== undefined && env.CONTEXT !== 'production'
  const names = preview ? ['DEPLOY_PRIME_URL', 'URL'] : ['SITE_URL', 'URL']
  return names.find((name) => env[name])
}

function read<T>(env: Environment, name: string, schema: z.ZodType<T>, fallback: T): T {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new SettingsError(`${name} is not right: it must be ${result.error.issues[0]?.message ?? 'another value'}.`)
}
