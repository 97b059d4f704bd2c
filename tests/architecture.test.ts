/**
 * Who may import whom. The table below is the rule; the README draws it.
 */
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

interface Room {
  /** Rooms it may import; its own files always. */
  rooms: readonly string[]
  packages: readonly string[]
  /** May it use Node's own modules? */
  node?: boolean
}

/** What every room may use: the files at the top of `src/`. */
const TOP = ['dates', 'language', 'ports', 'problem', 'settings', 'site']
const DOMAIN = ['top', 'firm', 'inquiries', 'agents', 'staff', 'mail']
const DRAWN = ['top', 'firm', 'inquiries', 'contract', 'views', 'build', 'styles']

/** By folder of `src/`; a file at its top that is not for every room is a room of its own. Each imports what stands above it. */
const ROOMS: Readonly<Record<string, Room>> = {
  top: { rooms: [], packages: ['zod'] },
  firm: { rooms: ['top'], packages: ['zod'] },
  store: { rooms: ['top'], packages: ['@netlify/blobs'], node: true },
  keys: { rooms: ['top'], packages: ['jose', 'zod'], node: true },
  inquiries: { rooms: ['top', 'firm', 'store'], packages: ['zod', 'csv-stringify'] },
  agents: { rooms: ['top'], packages: ['zod', 'jose'] },
  staff: { rooms: ['top', 'store'], packages: ['zod'], node: true },
  mail: { rooms: ['top', 'firm', 'inquiries'], packages: ['hono', 'nodemailer'] },
  contract: { rooms: ['top', 'firm', 'inquiries', 'agents'], packages: ['zod'] },
  views: { rooms: ['top', 'firm', 'inquiries'], packages: ['hono'] },
  service: { rooms: [...DOMAIN, 'store', 'keys'], packages: ['ipaddr.js'] },
  http: { rooms: ['top', 'agents', 'service'], packages: [] },
  api: { rooms: [...DOMAIN, 'contract', 'service', 'http'], packages: [] },
  mcp: { rooms: [...DOMAIN, 'contract', 'service', 'http'], packages: ['zod', '@modelcontextprotocol/server'] },
  forms: { rooms: [...DOMAIN, 'views', 'service', 'http'], packages: [] },
  desk: { rooms: [...DOMAIN, 'service', 'http'], packages: ['hono', 'zod'] },
  routes: { rooms: ['top', 'contract', 'http', 'api', 'mcp', 'forms', 'desk'], packages: [] },
  hosts: {
    rooms: [...DOMAIN, 'store', 'keys', 'contract', 'service', 'http', 'api', 'routes'],
    packages: [
      '@hono/node-server',
      '@netlify/blobs',
      '@netlify/functions',
      '@netlify/headers-parser',
      '@netlify/redirect-parser',
      'compression',
      'hono',
      'proxy-addr',
      'send',
      'vite',
    ],
    node: true,
  },
  commands: {
    rooms: [...DOMAIN, 'store', 'keys', 'hosts'],
    packages: ['@sveltia/cms', 'astro', 'cli-table3', 'esbuild', 'leven', 'yaml', 'zod'],
    node: true,
  },
  netlify: {
    rooms: ['mail', 'contract', 'keys', 'service', 'http', 'api', 'mcp', 'forms', 'desk', 'hosts'],
    packages: ['@netlify/functions'],
  },
  'content.config': { rooms: ['firm'], packages: ['astro'] },
  build: {
    rooms: ['top', 'firm', 'contract'],
    packages: ['@astrojs/markdown-satteri', 'astro', 'fontkitten', 'sharp'],
    node: true,
  },
  styles: { rooms: [], packages: [] },
  components: { rooms: DRAWN, packages: ['astro'] },
  layouts: { rooms: [...DRAWN, 'components'], packages: ['@fontsource/source-serif-4'] },
  pages: {
    rooms: [...DRAWN, 'components', 'layouts'],
    packages: ['zod', 'astro', 'esbuild', '@fontsource/source-serif-4'],
  },
}

/** Packages that only some places may know, whatever else their room may. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  '@netlify/blobs': ['src/hosts/', 'src/store/blobs.ts'],
  jose: ['src/keys/', 'src/agents/identity/'],
}

const files = globSync(['src/**/*.{ts,astro,js}', 'netlify/**/*.ts']).sort()

function roomOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/')
  if (first === 'netlify') return 'netlify'
  if (rest.length > 0) return second
  const name = second.replace(/\.ts$/, '')
  return TOP.includes(name) ? 'top' : name
}

/** What a file imports, types and `import()` too; of an Astro page what its frontmatter does. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const code = file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text
  return ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName)
}

const targetOf = (file: string, specifier: string) => posix.join(posix.dirname(file), specifier)

/** The package of a specifier; `astro:content` and its like belong to the package before the colon. */
function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : (scope.split(':')[0] ?? '')
}

describe('the rooms', () => {
  it('are those of the table', () => {
    expect([...new Set(files.map(roomOf)), 'styles'].sort()).toEqual(Object.keys(ROOMS).sort())
  })

  it.each(files)('%s imports what its room may', (file) => {
    const room = ROOMS[roomOf(file)]
    for (const specifier of importsOf(file)) {
      const said = `${file} imports ${specifier}`
      if (specifier.startsWith('.')) {
        expect([roomOf(file), ...(room?.rooms ?? [])], said).toContain(roomOf(targetOf(file, specifier)))
      } else if (isBuiltin(specifier)) {
        expect(room?.node, said).toBe(true)
      } else {
        const name = packageOf(specifier)
        expect(room?.packages, said).toContain(name)
        const places = PLACES[name]
        if (places)
          expect(
            places.some((place) => file.startsWith(place)),
            said,
          ).toBe(true)
      }
    }
  })

  it('hold no file much over 250 lines', () => {
    for (const file of files) expect(readFileSync(file, 'utf8').split('\n').length, file).toBeLessThan(270)
  })

  it('name no place outside the project', () => {
    for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\.\.\/shared/)
  })
})
