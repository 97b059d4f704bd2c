/** Reads and validates the settings of build and service. src/hosts/README.md lists the variables; a few commands read some directly. */
import * as z from 'zod'
import { BaseAddress, isLoopback, isPublicHost } from './site.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from './language.ts'
import { capitalized } from './letters.ts'

/** The message tells the operator which setting is wrong, and what it must be. */
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
/** The part before the @ has at most 21 characters, because 64 are allowed and the service adds 43. */
const InboundMail = z
  .string()
  .regex(/^([\w.-]{1,21}@)?([a-z0-9-]+\.)+[a-z]{2,}$/i, 'like reply@in.example.com, or a domain like in.example.com')
const InboundSecret = z.string().min(32, 'at least 32 characters')
const Repository = z.string().regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/, 'a repository on GitHub like owner/name')
const Branch = z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'the name of a branch, like main')
const Switch = z.enum(['true', 'false'], { error: 'true or false' })
const Line = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/, 'one line of at most 500 characters')
const Days = z.coerce.number('a number of days').int('a whole number of days').positive('at least 1 day')
const Timestamp = z.iso.datetime({ error: 'a time like 2026-11-21T15:00:00Z' }).transform((text) => Date.parse(text))

export type Settings = ReturnType<typeof readSettings>
export type ContentSettings = ReturnType<typeof readContentSettings>
export type EditorSettings = NonNullable<ReturnType<typeof readEditorSettings>>

export interface WebhookSettings {
  url: string
  /** Decoded from Base64. */
  secret: Uint8Array
}

/** All environment variables that the program reads; `.env.example` says what each is. */
export const VARIABLES =
  `SITE_URL PORT HOST DATA_DIR FRONT_DESK_KEYS FRONT_DESK_INBOX_PRIVATE_KEY REVOKE_ISSUED_BEFORE RETENTION_DAYS
  TRUSTED_PROXIES ALLOWED_ORIGINS ACCEPT_UNCONFIRMED TRUSTED_ISSUERS RATE_LIMIT_FACTOR MAIL_URL INBOUND_MAIL INBOUND_SECRET WEBHOOK_URL
  WEBHOOK_SECRET CONTENT_DIR CMS_REPO CMS_BRANCH MCP_REGISTRY_AUTH OPENAI_APPS_CHALLENGE DEMONSTRATION NETLIFY_SITE_ID
  NETLIFY_AUTH_TOKEN NODE_ENV NETLIFY CONTEXT URL DEPLOY_PRIME_URL LAMBDA_TASK_ROOT VISUAL`.split(/\s+/)

type Environment = Readonly<Record<string, string | undefined>>

export function readBuildSettings(env: Environment) {
  const port = read(env, 'PORT', Port, DEFAULT_PORT)
  const name = addressVariable(env)
  const needsSiteUrl = env.NODE_ENV === 'production' || env.NETLIFY === 'true'
  if (!name && needsSiteUrl)
    throw new SettingsError(
      'SITE_URL is missing. In production, set it to the address of the site, like https://www.example.com.',
    )
  const base = name ? read(env, name, BaseAddress, '') : `http://localhost:${port}`
  if (needsSiteUrl && isLoopback(base))
    throw new SettingsError(
      `${name} is ${base}, which is this machine. In production, set SITE_URL to the address of the site, with https.`,
    )
  return { base, production: !isLoopback(base), port }
}

/** For how many days an inquiry is kept after it was closed, declined or marked as spam. The build states the number on pages. */
export const readRetentionDays = (env: Environment): number => read(env, 'RETENTION_DAYS', Days, DEFAULT_RETENTION_DAYS)

/** The address or domain where answers by e-mail arrive. The build writes it into a file for the service. */
export const readInboundMail = (env: Environment) => readOptional(env, 'INBOUND_MAIL', InboundMail)

/** @returns undefined without CMS_REPO, a repository on GitHub like `owner/name`: then there is no web editor */
export function readEditorSettings(env: Environment) {
  const repository = readOptional(env, 'CMS_REPO', Repository)
  const branch = read(env, 'CMS_BRANCH', Branch, 'main')
  return repository === undefined ? undefined : { repository, branch }
}

/** The keys are the names of the published files. */
export type VerificationSettings = Record<string, { variable: string; line: string | undefined }>

/** With these lines, directories of programs verify that the firm owns the site. */
export const readVerificationSettings = (env: Environment): VerificationSettings =>
  Object.fromEntries(
    Object.entries({ 'mcp-registry-auth': 'MCP_REGISTRY_AUTH', 'openai-apps-challenge': 'OPENAI_APPS_CHALLENGE' }).map(
      ([file, variable]) => [file, { variable, line: readOptional(env, variable, Line) }],
    ),
  )

/** CONTENT_DIR can name another folder. */
const OWN_CONTENT = 'content'
/** The invented firm, which the site shows until a firm has its own texts. `npm run adopt` starts from it. */
export const SAMPLE_CONTENT = `${OWN_CONTENT}/sample`
/** More texts for `npm run adopt`. The invented firm does not show them. */
export const STARTER_CONTENT = `${OWN_CONTENT}/starters`
export const FIRM_FILE = 'firm.md'
/** A file whose name begins with an underscore is a template. */
export const TEXT_FILES = '[^_]*.md'

/** @returns a path from the project's folder, or an absolute path */
export function readContentFolder(env: Environment, exists: (path: string) => boolean): string {
  if (env.CONTENT_DIR) return env.CONTENT_DIR
  return exists(`${OWN_CONTENT}/${FIRM_FILE}`) ? OWN_CONTENT : SAMPLE_CONTENT
}

/** False when CONTENT_DIR names the invented firm on purpose. */
export const showsSample = (env: Environment, exists: (path: string) => boolean): boolean =>
  !env.CONTENT_DIR && readContentFolder(env, exists) === SAMPLE_CONTENT

/** The folder for the texts of a firm; it may still be empty. */
export const readOwnContentFolder = (env: Environment): string => env.CONTENT_DIR || OWN_CONTENT

/** A language other than English needs a folder with the file of the firm. */
export const findLanguages = (content: string, exists: (path: string) => boolean): Language[] =>
  LANGUAGES.filter((language) => language === FIRST_LANGUAGE || exists(`${content}/${language}/${FIRM_FILE}`))

/** Like `faq` and `faqEs`. */
export const collectionName = (kind: string, language: Language): string =>
  language === FIRST_LANGUAGE ? kind : `${kind}${capitalized(language)}`

/** Pages of a demonstration say that the firm is invented. */
export const readDemonstration = (env: Environment): boolean => read(env, 'DEMONSTRATION', Switch, 'false') === 'true'

/** An invalid address is not an error here. The build reports it. */
export function readContentSettings(env: Environment) {
  const demonstration = readDemonstration(env)
  const host = URL.parse(env[addressVariable(env) ?? ''] ?? '')?.hostname
  return {
    /** May be invalid or empty. */
    addresses: [env.SITE_URL ?? '', env.URL ?? ''],
    demonstration,
    /** True for a public address, but not for a preview or a demonstration: readers will believe that the firm is real. */
    goesOnline: host !== undefined && isPublicHost(host) && !demonstration && !isPreview(env),
    retentionDays: readRetentionDays(env),
  }
}

export const keysMissing = (): SettingsError =>
  new SettingsError('FRONT_DESK_KEYS is missing. Make a key set with `npm run keys` and put it into that variable.')

export function readSettings(env: Environment) {
  const build = readBuildSettings(env)
  const rateLimitFactor = read(env, 'RATE_LIMIT_FACTOR', z.coerce.number('a number').positive('a number above 0'), 1)
  if (build.production && rateLimitFactor !== 1)
    throw new SettingsError('RATE_LIMIT_FACTOR is for load tests. In production, do not set it.')
  if (build.production && !env.FRONT_DESK_KEYS) throw keysMissing()
  return {
    ...build,
    /** The default is reachable from this machine only. */
    host: env.HOST || '127.0.0.1',
    dataDir: env.DATA_DIR || DEFAULT_DATA_DIR,
    /** JSON. If undefined, the local server keeps keys in the data folder. */
    keys: env.FRONT_DESK_KEYS || undefined,
    /** The X-Forwarded-For header of requests from these addresses is believed. */
    trustedProxies: parseList(env.TRUSTED_PROXIES),
    /** Multiplies every limit; 1 in production. */
    rateLimitFactor,
    /** If undefined, no mail is sent. */
    mailUrl: readOptional(env, 'MAIL_URL', MailUrl),
    webhook: readWebhook(env),
    /** If undefined, or without INBOUND_MAIL, `/mail/inbound` is unknown. */
    inboundSecret: readOptional(env, 'INBOUND_SECRET', InboundSecret),
    /** Web origins, besides loopback ones, that may call /mcp on this machine. A public site allows every origin. */
    allowedOrigins: parseList(env.ALLOWED_ORIGINS),
    /** JSON. If undefined, no provider is trusted. */
    trustedIssuers: env.TRUSTED_ISSUERS || undefined,
    /** If true, an agent may send an inquiry by MCP without a confirmation of the person. */
    acceptsUnconfirmed: read(env, 'ACCEPT_UNCONFIRMED', Switch, 'false') === 'true',
    retentionDays: readRetentionDays(env),
    /** Everything issued to agents before this time is revoked; milliseconds since 1970, 0 for nothing. */
    revokeBefore: read(env, 'REVOKE_ISSUED_BEFORE', Timestamp, 0),
  }
}

function readWebhook(env: Environment): WebhookSettings | undefined {
  const url = readOptional(env, 'WEBHOOK_URL', WebhookUrl)
  const secret = readOptional(env, 'WEBHOOK_SECRET', WebhookSecret)
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

const parseList = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Deploy previews and branch deploys of Netlify are previews. */
const isPreview = (env: Environment) => env.CONTEXT !== undefined && env.CONTEXT !== 'production'

/** In a deploy preview, the base address is the preview's. */
function addressVariable(env: Environment): string | undefined {
  const names = isPreview(env) ? ['DEPLOY_PRIME_URL', 'URL'] : ['SITE_URL', 'URL']
  return names.find((name) => env[name])
}

const read = <T>(env: Environment, name: string, schema: z.ZodType<T>, fallback: T): T =>
  readOptional(env, name, schema) ?? fallback

function readOptional<T>(env: Environment, name: string, schema: z.ZodType<T>): T | undefined {
  const text = env[name]
  if (!text) return undefined
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new SettingsError(`${name} is not right: it must be ${result.error.issues[0]?.message ?? 'another value'}.`)
}
