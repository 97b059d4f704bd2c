/** The examples for systemd and Caddy, as far as they can be tried without either: names and addresses are those of the code. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../../src/settings.ts'
import { removedWithTest } from '../journeys/server.ts'

const README = readFileSync('src/hosts/README.md', 'utf8')
const UNIT = readFileSync('src/hosts/front-desk.service', 'utf8')
const INSTALLED = '/opt/front-desk'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const said = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(UNIT)?.[1] ?? ''

it('the unit starts what npm run serve starts, without npm, from the folder of the README; the Caddyfile passes requests to it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(said('ExecStart')).toBe(`${INSTALLED}/node_modules/.bin/${scripts.serve}`)
  expect(said('WorkingDirectory')).toBe(INSTALLED)
  expect(README).toContain(INSTALLED)
  expect(README).toContain(said('EnvironmentFile'))
  const { host, port } = readSettings({})
  expect(readFileSync('src/hosts/Caddyfile', 'utf8')).toContain(`reverse_proxy ${host}:${port} {`)
})

it('the unit sets what the service understands, and its data folder is the one that it may write', () => {
  const pairs = said('Environment').split(' ')
  const env = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
  const settings = readSettings({ ...env, SITE_URL: 'https://www.yourfirm.com', FRONT_DESK_KEYS: '{}' })
  expect(settings).toMatchObject({ production: true, trustedProxies: ['127.0.0.1'] })
  expect(settings.dataDir).toBe(`/var/lib/${said('StateDirectory')}`)
  // The server itself takes ten seconds to stop.
  expect(Number(said('TimeoutStopSec'))).toBeGreaterThan(10)
})

it.skipIf(!hasSystemd)('the unit is one that systemd understands', () => {
  const file = join(removedWithTest(), 'front-desk.service')
  writeFileSync(file, UNIT.replaceAll(INSTALLED, resolve('.')))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  expect([status, stdout + stderr]).toEqual([0, ''])
})
