/**
 * Who may import whom. The table below is the rule; the README draws it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Files that stand alone at the top of `src/` and that every room may use. */
const TOP = ['site', 'problem', 'world', 'settings']
const PLATFORM = [
  '@netlify/blobs',
  '@netlify/functions',
  '@netlify/headers-parser',
  '@netlify/redirect-parser',
  '@hono/node-server',
  'proxy-addr',
  'send',
  'compression',
  'vite',
]

interface Rule {
  rooms: string[]
  packages: string[]
  /** May it use Node's own modules? */
  node?: boolean
}

const RULES: Record<string, Rule> = {
  top: { rooms: [], packages: ['zod'] },
  practice: { rooms: ['top'], packages: ['zod'] },
  agents: { rooms: ['top'], packages: ['zod', 'jose'] },
  mail: { rooms: ['top', 'practice'], packages: ['hono'] },
  contract: { rooms: ['top', 'practice', 'agents'], packages: ['zod'] },
  components: {
    rooms: ['top', 'practice', 'contract', 'pages'],
    packages: ['hono', 'astro:content', '@astrojs/markdown-satteri'],
  },
  layouts: {
    rooms: ['top', 'practice', 'contract', 'components', 'pages', 'styles'],
    packages: ['astro:content', '@fontsource/source-serif-4'],
  },
  pages: {
    rooms: ['top', 'practice', 'contract', 'components', 'layouts', 'styles'],
    packages: ['zod', 'astro', 'astro:content', 'esbuild', 'fontkitten', 'sharp', '@fontsource/source-serif-4'],
    node: true,
  },
  staff: { rooms: ['top'], packages: ['zod'], node: true },
  desk: { rooms: ['top', 'practice', 'agents', 'staff', 'server', 'components', 'mail'], packages: ['hono', 'zod'] },
  store: { rooms: ['top'], packages: ['@netlify/blobs'], node: true },
  server: {
    rooms: ['top', 'practice', 'agents', 'staff', 'mail', 'contract', 'components'],
    packages: ['zod', 'jose', 'ipaddr.js', 'hono', 'nodemailer', 'csv-stringify', '@modelcontextprotocol/server'],
  },
  commands: {
    rooms: ['top', 'practice', 'agents', 'staff', 'desk', 'mail', 'server', 'store'],
    packages: ['zod', 'yaml', 'leven', 'cli-table3', 'esbuild', 'astro', '@netlify/blobs'],
    node: true,
  },
  functions: { rooms: ['server', 'desk', 'mail'], packages: ['@netlify/functions'] },
}

/** Files of the server that are a host, or serve one, and so may know its platform; and the table of routes, which knows the desk. */
const HOSTS: Record<string, { rooms?: string[]; packages: string[]; node: boolean }> = {
  'server/routes.ts': { rooms: ['desk'], packages: [], node: false },
  'server/local.ts': { rooms: ['store'], packages: ['@hono/node-server', 'proxy-addr'], node: true },
  'server/netlify.ts': { rooms: ['store'], packages: ['@netlify/blobs', '@netlify/functions'], node: true },
  'server/dev.ts': { rooms: ['store'], packages: ['@hono/node-server', 'vite'], node: true },
  'server/static-site.ts': { packages: ['send', 'compression'], node: true },
  'server/netlify-toml.ts': { packages: ['@netlify/headers-parser', '@netlify/redirect-parser'], node: true },
  'server/published.ts': { packages: [], node: true },
  'server/key-files.ts': { packages: [], node: true },
}

const files = [
  ...readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|astro)$/.test(file) && !file.startsWith('content.config'),
  ),
  ...readdirSync('netlify/functions').map((file) => `functions/${file}`),
]

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : 'top'
}

function importsOf(file: string): string[] {
  const source = readFileSync(file.startsWith('functions/') ? join('netlify', file) : join('src', file), 'utf8')
  return [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)|(?:^|\n)import ['"]([^'"]+)['"]/g,
    ),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
}

function targetOf(file: string, specifier: string): string {
  const from = file.startsWith('functions/') ? join('..', 'netlify', file) : file
  return posix.normalize(posix.join(dirname(from), specifier)).replace(/^\.\.\/src\//, '')
}

describe('the rooms', () => {
  it('are those of the table', () => {
    const rooms = new Set(files.map(roomOf))
    expect([...rooms].sort()).toEqual(Object.keys(RULES).sort())
    expect(
      files
        .filter((file) => roomOf(file) === 'top')
        .map((file) => file.replace('.ts', ''))
        .sort(),
    ).toEqual([...TOP].sort())
  })

  it.each(files)('%s imports what its room may', (file) => {
    const rule = RULES[roomOf(file)]
    const host = HOSTS[file]
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) {
        const room = roomOf(targetOf(file, specifier))
        expect(
          [roomOf(file), ...(rule?.rooms ?? []), ...(host?.rooms ?? [])],
          `${file} imports ${specifier}`,
        ).toContain(room)
      } else if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
        expect(rule?.node || host?.node, `${file} imports ${specifier}`).toBe(true)
      } else {
        const name = specifier.startsWith('@')
          ? specifier.split('/').slice(0, 2).join('/')
          : (specifier.split('/')[0] ?? '')
        expect([...(rule?.packages ?? []), ...(host?.packages ?? [])], `${file} imports ${specifier}`).toContain(name)
      }
    }
  })

  it('know platforms only in their hosts', () => {
    for (const file of files.filter((name) => roomOf(name) === 'server' && !HOSTS[name])) {
      for (const specifier of importsOf(file)) expect(PLATFORM, file).not.toContain(specifier)
    }
  })

  it('hold no file much over 250 lines', () => {
    for (const file of files) {
      const path = file.startsWith('functions/') ? join('netlify', file) : join('src', file)
      expect(readFileSync(path, 'utf8').split('\n').length, file).toBeLessThan(270)
    }
  })

  it('name no place outside the project', () => {
    for (const file of files) {
      const path = file.startsWith('functions/') ? join('netlify', file) : join('src', file)
      expect(readFileSync(path, 'utf8'), file).not.toMatch(/\.\.\/shared/)
    }
  })
})
