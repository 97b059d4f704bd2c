import { expect, it } from 'vitest'
import {
  readBuildSettings,
  readEditorSettings,
  readSettings,
  readVerificationSettings,
  SettingsError,
  showsSample,
} from '../src/settings.ts'
import { blocksOf, envOf, yamlOf } from './table.ts'

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BASE = 'https://www.example.com'

it('need nothing on one machine, and no keys for a build', () => {
  expect(readSettings({})).toEqual(yamlOf('tests/settings.yaml'))
  const set = { base: 'http://localhost:9000', port: 9000, dataDir: '/srv/desk', rateLimitFactor: 10 }
  expect(readSettings({ PORT: '9000', DATA_DIR: '/srv/desk', RATE_LIMIT_FACTOR: '10' })).toMatchObject(set)
  expect(readBuildSettings({ SITE_URL: BASE })).toEqual({ base: BASE, production: true, port: 8888 })
})

const [BASES = [], REFUSED = [], SAMPLES = []] = blocksOf('tests/settings.txt')
it.each(BASES)('%s: the base address is %s', (env, base) =>
  expect(readSettings(envOf(env))).toMatchObject({ base, production: true }),
)

it.each(REFUSED)('%s is refused: %s', (env, message) => {
  const attempt = () => readSettings(envOf(env))
  expect(attempt).toThrow(SettingsError)
  expect(attempt).toThrow(message)
  expect(attempt).not.toThrow('secret')
})

it('take a webhook over https, and over http on this machine', () => {
  for (const url of ['https://hooks.example.com/x?y=1', 'http://127.0.0.1:9000/x'])
    expect(readSettings({ WEBHOOK_SECRET, WEBHOOK_URL: url }).webhook).toMatchObject({ url, secret: { length: 24 } })
})

it('of the web editor name a repository and a branch, or nothing', () => {
  expect(readEditorSettings({})).toBeUndefined()
  expect(readEditorSettings({ CMS_REPO: '', CMS_BRANCH: 'main' })).toBeUndefined()
  const repository = 'heron-landing/site.web'
  expect(readEditorSettings({ CMS_REPO: repository })).toEqual({ repository, branch: 'main' })
  for (const CMS_REPO of ['site', 'https://github.com/heron/site', 'heron/site/main'])
    expect(() => readEditorSettings({ CMS_REPO })).toThrow('CMS_REPO is not right')
  expect(() => readEditorSettings({ CMS_REPO: 'heron/site', CMS_BRANCH: 'a b' })).toThrow('CMS_BRANCH is not right')
})

it.each(['a\nb', ' a', 'é', 'x'.repeat(501)])('refuse %.9j as the line that a directory asks for', (line) => {
  for (const name of ['MCP_REGISTRY_AUTH', 'OPENAI_APPS_CHALLENGE'])
    expect(() => readVerificationSettings({ [name]: line })).toThrow(`${name} is not right: it must be one line`)
})

it.each(SAMPLES)('the invented firm is shown for want of another: %s with %s and %s', (shown, file, env = '') => {
  expect(showsSample(envOf(env), (path) => path === file)).toBe(shown === 'yes')
})
