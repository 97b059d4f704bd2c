/**
 * Who may import whom, how large rooms and files may be, and what they may be called. The tables below are the rules.
 */
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

interface Room {
  /** Rooms it may import, all of which stand above it in the table; its own files always. */
  rooms: readonly string[]
  packages: readonly string[]
  /** May it use Node's own modules? */
  node?: boolean
  /** May it take a Request and give a Response? */
  http?: boolean
}

const DOMAIN = ['top', 'firm', 'inquiries', 'agents', 'staff', 'mail']
const DOOR = [...DOMAIN, 'service', 'http']
const DRAWN = ['top', 'firm', 'inquiries', 'contract', 'views']

/**
 * A room is a folder of `src/`; `top` is what every room may use, the files that stand at its top. A file there that is not
 * for every room is a room of its own. A type that is imported counts like anything else.
 */
const ROOMS: Readonly<Record<string, Room>> = {
  top: { rooms: [], packages: ['zod'] },
  // What the firm says, and where things are kept.
  firm: { rooms: ['top'], packages: ['zod'] },
  store: { rooms: ['top'], packages: ['@netlify/blobs', 'zod'], node: true },
  keys: { rooms: ['top'], packages: ['jose', 'zod'], node: true },
  // The domain.
  inquiries: { rooms: ['top', 'firm', 'store'], packages: ['csv-parse', 'csv-stringify', 'leven', 'zod'] },
  agents: { rooms: ['top', 'store'], packages: ['jose', 'zod'] },
  staff: { rooms: ['top', 'store'], packages: ['@simplewebauthn/server', 'zod'], node: true },
  mail: { rooms: ['top', 'firm', 'store', 'inquiries'], packages: ['hono', 'nodemailer', 'zod'] },
  // What is promised, what is drawn, and the use cases.
  contract: { rooms: ['top', 'firm', 'inquiries', 'agents'], packages: ['zod'] },
  views: { rooms: ['top', 'firm', 'inquiries'], packages: ['hono'] },
  service: { rooms: [...DOMAIN, 'store', 'keys'], packages: ['ipaddr.js'] },
  // The doors.
  http: { rooms: ['top', 'agents', 'service'], packages: [], http: true },
  api: { rooms: [...DOOR, 'contract'], packages: [], http: true },
  mcp: { rooms: [...DOOR, 'contract', 'views'], packages: ['@modelcontextprotocol/server', 'zod'], http: true },
  forms: { rooms: [...DOOR, 'contract', 'api', 'views'], packages: ['zod'], http: true },
  desk: { rooms: DOOR, packages: ['hono', 'zod'], http: true },
  routes: { rooms: ['top', 'contract', 'http', 'api', 'mcp', 'forms', 'desk'], packages: [], http: true },
  // Who runs them.
  hosts: {
    rooms: [...DOOR, 'store', 'keys', 'contract', 'api', 'routes'],
    packages: [
      '@hono/node-server',
      '@netlify/blobs',
      '@netlify/functions',
      '@netlify/headers-parser',
      '@netlify/redirect-parser',

      'hono',
      'proxy-addr',
      'send',
      'vite',
    ],
    node: true,
    http: true,
  },
  commands: {
    rooms: [...DOMAIN, 'store', 'keys', 'service', 'hosts'],
    packages: ['@sveltia/cms', 'astro', 'cli-table3', 'esbuild', 'leven', 'sharp', 'yaml', 'zod'],
    node: true,
  },
  netlify: {
    rooms: ['contract', 'keys', 'mail', 'service', 'http', 'api', 'mcp', 'forms', 'desk', 'hosts'],
    packages: ['@netlify/edge-functions', '@netlify/functions'],
    http: true,
  },
  // What Astro builds.
  'content.config': { rooms: ['top', 'firm'], packages: ['astro'], node: true },
  styles: { rooms: [], packages: [] },
  build: {
    rooms: ['top', 'firm', 'contract'],
    packages: ['@astrojs/markdown-satteri', 'astro', 'fontkitten', 'sharp', 'yaml'],
    node: true,
    http: true,
  },
  components: { rooms: [...DRAWN, 'build'], packages: ['astro'] },
  layouts: { rooms: [...DRAWN, 'styles', 'build', 'components'], packages: [] },
  pages: {
    rooms: [...DRAWN, 'styles', 'build', 'components', 'layouts'],
    packages: ['@fontsource/source-serif-4', 'astro', 'esbuild', 'zod'],
    http: true,
  },
}

/** Packages that only a part of their rooms may know. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  '@netlify/blobs': ['src/hosts/', 'src/store/blobs.ts'],
  '@simplewebauthn/server': ['src/staff/passkey-ceremony.ts'],
  jose: ['src/keys/', 'src/agents/identity/'],
}

/** Of a room, as a part of all lines in `src/`. */
const LARGEST_ROOM = 0.15
/** Of a file, lines: much over 250 it hides a second noun. */
const LONGEST_FILE = 270

/** Names that several files of `src/` may have, and why their folders tell them apart. Pages are not asked: their names are addresses. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  'claim.ts': 'the claim of an agent, and the page on which a person answers it',
  'inquiries.ts': 'the address and the command for inquiries',
  'dev.ts': 'the host, and the command that starts it',
  'endpoint.ts': 'what every address is made with, and the one address of mcp/',
  'routes.ts': 'the addresses of the site, and those of the desk',
  'page.ts': 'a text of the content, and a page of the desk',
  'pages.ts': 'each folder of the desk has its pages',
  'views.ts': 'each folder of the desk has its views',
}

const files = globSync(['src/**/*.{ts,astro,js,css,woff2}', 'netlify/**/*.ts']).sort()
const code = files.filter((file) => !/\.(css|woff2)$/.test(file))

function roomOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/')
  if (first === 'netlify') return 'netlify'
  if (rest.length > 0) return second
  const name = second.replace(/\.ts$/, '')
  return name in ROOMS ? name : 'top'
}

/** What a file imports, types and `import()` too; of an Astro page what its frontmatter does. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const source = file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text
  return ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName)
}

/** The file of this project that is meant; undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier.replace(/\?\w+$/, '')) : undefined
}

/** The package of a specifier; `astro:content` and its like belong to the package before the colon. */
function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : (scope.split(':')[0] ?? '')
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1

type Graph = ReadonlyMap<string, readonly string[]>

const fileGraph: Graph = new Map(
  code.map((file) => [
    file,
    importsOf(file)
      .map((specifier) => targetOf(file, specifier))
      .filter((target) => target !== undefined),
  ]),
)

const roomGraph: Graph = new Map(
  Object.keys(ROOMS).map((room) => [
    room,
    [...fileGraph]
      .filter(([file]) => roomOf(file) === room)
      .flatMap(([, targets]) => targets.map(roomOf))
      .filter((target) => target !== room),
  ]),
)

/** Tarjan's algorithm: the groups of nodes each of which leads to every other. */
function cyclesOf(graph: Graph): string[][] {
  const found: string[][] = []
  const path: string[] = []
  const order = new Map<string, number>()
  const done = new Set<string>()
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    path.push(node)
    let earliest = own
    for (const next of graph.get(node) ?? []) {
      if (!done.has(next)) earliest = Math.min(earliest, order.get(next) ?? visit(next))
    }
    if (earliest < own) return earliest
    const group = path.splice(path.indexOf(node))
    for (const member of group) done.add(member)
    if (group.length > 1 || graph.get(node)?.includes(node)) found.push(group)
    return earliest
  }
  for (const node of graph.keys()) if (!done.has(node)) visit(node)
  return found
}

describe('the rooms', () => {
  it('are those of the table, each below those it imports', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ROOMS).sort())
    const order = Object.keys(ROOMS)
    for (const [room, { rooms }] of Object.entries(ROOMS)) {
      for (const other of rooms)
        expect(order.indexOf(other), `${room} imports ${other}`).toBeLessThan(order.indexOf(room))
    }
  })

  it.each(code)('%s imports what its room may', (file) => {
    const room = ROOMS[roomOf(file)]
    for (const specifier of importsOf(file)) {
      const said = `${file} imports ${specifier}`
      const target = targetOf(file, specifier)
      if (target !== undefined) {
        expect(files, said).toContain(target)
        expect([roomOf(file), ...(room?.rooms ?? [])], said).toContain(roomOf(target))
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

  it('import each other in no circle, nor do files', () => {
    expect(cyclesOf(roomGraph)).toEqual([])
    expect(cyclesOf(fileGraph)).toEqual([])
  })

  it('know requests and responses only where they are answered', () => {
    for (const file of code.filter((name) => !ROOMS[roomOf(name)]?.http)) {
      expect(
        /\brequest: Request\b|Promise<Response>|new (Request|Response)\(/.test(readFileSync(file, 'utf8')),
        file,
      ).toBe(false)
    }
  })

  it('hold no more than 15 % of the lines', () => {
    const own = files.filter((file) => file.startsWith('src/'))
    const sum = (some: readonly string[]) => some.reduce((lines, file) => lines + linesOf(file), 0)
    for (const room of Object.keys(ROOMS)) {
      const share = sum(own.filter((file) => roomOf(file) === room)) / sum(own)
      expect(share, room).toBeLessThanOrEqual(LARGEST_ROOM)
    }
  })
})

describe('the files', () => {
  it('are not much over 250 lines', () => {
    for (const file of code) expect(linesOf(file), file).toBeLessThan(LONGEST_FILE)
  })

  it('have a name of their own', () => {
    const names = code
      .filter((file) => file.startsWith('src/') && roomOf(file) !== 'pages')
      .map((file) => basename(file))
    const shared = new Set(names.filter((name, index) => names.indexOf(name) !== index))
    expect([...shared].sort()).toEqual(Object.keys(SHARED_NAMES).sort())
  })

  it('name no place outside the project', () => {
    for (const file of files) {
      const paths = readFileSync(file, 'utf8').match(/(?:\.\.\/)+[\w./-]*/g) ?? []
      const outside = paths.filter((path) => posix.join(dirname(file), path).startsWith('..'))
      expect(outside, file).toEqual([])
    }
  })
})

describe('the search for circles', () => {
  it.each<[string, Record<string, string[]>, string[][]]>([
    ['none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['one of two', { a: ['b'], b: ['a', 'c'], c: [] }, [['a', 'b']]],
    ['one of three behind a way in', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
    ['itself', { a: ['a'] }, [['a']]],
    [
      'two that touch',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
  ])('finds %s', (_what, graph, found) => {
    expect(cyclesOf(new Map(Object.entries(graph)))).toEqual(found)
  })
})
