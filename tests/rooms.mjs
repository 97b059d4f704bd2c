/**
 * Who may import whom, as a rule of ESLint. The table says it: change it there.
 */
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

const DOMAIN = ['top', 'firm', 'inquiries', 'agents', 'staff', 'conflicts', 'mail']
const DOOR = [...DOMAIN, 'service', 'http']
const DRAWN = ['top', 'firm', 'inquiries', 'contract', 'views']

/**
 * Each room may import itself and the rooms named, which stand above it; the packages named; `node`: Node's own modules; and with
 * `http` it may take a Request and make a Response.
 * A room is a folder of `src/`; `top` is what every room may use, the files that stand at its top. A file there that is not
 * for every room is a room of its own. A type that is imported counts like anything else.
 */
const ROOMS = {
  top: { rooms: [], packages: ['zod'] },
  // What the firm says, and where things are kept.
  firm: { rooms: ['top'], packages: ['zod'] },
  store: { rooms: ['top'], packages: ['@netlify/blobs', 'zod'], node: true },
  keys: { rooms: ['top'], packages: ['jose', 'zod'], node: true },
  // The domain.
  inquiries: { rooms: ['top', 'firm', 'store'], packages: ['csv-stringify', 'zod'] },
  agents: { rooms: ['top', 'store', 'keys'], packages: ['jose', 'zod'] },
  staff: { rooms: ['top', 'store'], packages: ['@simplewebauthn/server', 'zod'], node: true },
  conflicts: { rooms: ['top', 'store', 'inquiries'], packages: ['csv-parse', 'zod'] },
  mail: {
    rooms: ['top', 'firm', 'store', 'inquiries', 'staff'],
    packages: ['hono', 'html-to-text', 'ical-generator', 'nodemailer', 'postal-mime', 'zod'],
  },
  // What is promised, what is drawn, and the use cases.
  contract: { rooms: ['top', 'firm', 'inquiries', 'agents'], packages: ['zod'] },
  views: { rooms: ['top', 'firm', 'inquiries'], packages: ['hono'] },
  service: { rooms: [...DOMAIN, 'store', 'keys'], packages: ['ipaddr.js'] },
  // The doors.
  http: { rooms: ['top', 'agents', 'service'], packages: [], http: true },
  api: { rooms: [...DOOR, 'keys', 'contract'], packages: [], http: true },
  mcp: { rooms: [...DOOR, 'contract', 'views'], packages: ['@modelcontextprotocol/server', 'zod'], http: true },
  forms: { rooms: [...DOOR, 'contract', 'api', 'views'], packages: ['zod'], http: true },
  desk: { rooms: DOOR, packages: ['hono', 'ical-generator', 'zod'], http: true },
  routes: { rooms: ['top', 'contract', 'http', 'api', 'mcp', 'forms', 'desk'], packages: [], http: true },
  // Who runs them.
  hosts: {
    rooms: [...DOOR, 'store', 'keys', 'contract', 'api', 'routes'],
    packages: ['@hono/node-server', '@netlify/blobs', '@netlify/functions', 'hono', 'proxy-addr', 'vite', 'zod'],
    node: true,
    http: true,
  },
  commands: {
    rooms: [...DOMAIN, 'store', 'keys', 'views', 'service', 'http', 'mcp', 'hosts', 'routes'],
    packages: ['@clack/prompts', '@sveltia/cms', 'astro', 'esbuild', 'yaml', 'zod'],
    node: true,
  },
  netlify: {
    rooms: ['store', 'contract', 'keys', 'mail', 'service', 'http', 'api', 'mcp', 'forms', 'desk', 'hosts'],
    packages: ['@netlify/edge-functions', '@netlify/functions'],
    http: true,
  },
  // What Astro builds.
  'content.config': { rooms: ['top', 'firm'], packages: ['astro'], node: true },
  styles: { rooms: [], packages: [] },
  build: {
    rooms: ['top', 'firm', 'contract'],
    packages: ['@astrojs/markdown-satteri', '@resvg/resvg-wasm', 'astro', 'sharp', 'yaml'],
    node: true,
    http: true,
  },
  components: { rooms: [...DRAWN, 'build'], packages: ['astro'] },
  layouts: { rooms: [...DRAWN, 'styles', 'build', 'components'], packages: [] },
  pages: {
    rooms: [...DRAWN, 'styles', 'build', 'components', 'layouts'],
    packages: ['astro', 'esbuild', 'zod'],
    http: true,
  },
}

/**
 * The files of a room that another one may import, where not all. The desk opens inquiries through `record.ts`, and changes them through
 * `service/`: the others named here are words, shapes and rules, which read and write nothing.
 */
const FILES = {
  desk: {
    inquiries: [
      'answer',
      'appointment',
      'card-fields',
      'change',
      'inquiry-fields',
      'inquiry-id',
      'inquiry-request',
      'overdue',
      'record',
      'safe-contact',
      'status',
      'text-search',
    ],
  },
}

/** Packages that only a part of their rooms may know. */
const PLACES = {
  '@netlify/blobs': ['src/hosts/', 'src/store/blobs.ts'],
  '@simplewebauthn/server': ['src/staff/passkey.ts'],
  jose: ['src/keys/', 'src/agents/identity/'],
}

for (const [index, [room, { rooms }]] of Object.entries(ROOMS).entries()) {
  const above = Object.keys(ROOMS).slice(0, index)
  const below = rooms.filter((name) => !above.includes(name))
  if (below.length > 0) throw new Error(`${room} may not import ${below.join(', ')}, which do not stand above it.`)
}

function roomOf(file) {
  const [first, second = '', ...rest] = file.split('/')
  if (first === 'netlify') return 'netlify'
  if (rest.length > 0) return second
  const name = second.replace(/\.ts$/, '')
  return name in ROOMS ? name : 'top'
}

/** The package of a specifier; `astro:content` and its like belong to the package before the colon. */
const packageOf = (specifier) => /^(@[^/]+\/[^/]+|[^/:]+)/.exec(specifier)?.[0] ?? specifier

/** The other files of `content/words/` are words of pages and tools. */
const READERS_OF_WORDS = {
  'auth.md?raw': 'src/contract/documents/auth-md.ts',
  'llms.txt?raw': 'src/contract/documents/llms-txt.ts',
  'operations.json': 'src/contract/operations.ts',
  'problems.json': 'src/problem.ts',
  'robots.txt?raw': 'src/contract/documents/llms-txt.ts',
}

/** @returns why a file may not import this; undefined if it may */
function faultOf(file, specifier) {
  const room = roomOf(file)
  const { rooms, packages, node } = ROOMS[room] ?? {}
  if (!rooms) return `${room} is not in the table of rooms.`
  if (specifier.includes('content/words/')) {
    const reader = READERS_OF_WORDS[basename(specifier)] ?? 'src/words.ts'
    return file === reader ? undefined : `Only ${reader} reads these words of content/words.`
  }
  if (specifier.startsWith('.')) {
    const path = join(dirname(file), specifier)
    const other = roomOf(path)
    if (other !== room && !rooms.includes(other)) return `${room} may not import ${other}.`
    const files = FILES[room]?.[other]
    return files && !files.includes(basename(path, '.ts')) ? `${room} may not import this file of ${other}.` : undefined
  }
  if (isBuiltin(specifier)) return node ? undefined : `${room} may not use Node's own modules.`
  const name = packageOf(specifier)
  if (!packages.includes(name)) return `${room} may not use ${name}.`
  const places = PLACES[name] ?? ['']
  return places.some((place) => file.startsWith(place)) ? undefined : `Only ${places.join(', ')} may use ${name}.`
}

/** @type {import('eslint').Rule.RuleModule} */
export const importsOfRooms = {
  create(context) {
    const file = relative(context.cwd, context.physicalFilename)
    const check = (node) => {
      const fault = node.source && faultOf(file, node.source.value)
      if (fault) context.report({ node, message: fault })
    }
    const isDoor = ROOMS[roomOf(file)]?.http
    const checkHttp = (node) => {
      if (!isDoor) context.report({ node, message: `${roomOf(file)} may not know requests and responses.` })
    }
    return {
      'ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression, TSImportType': check,
      'TSTypeReference[typeName.name="Request"], NewExpression[callee.name=/^(Request|Response)$/]': checkHttp,
    }
  },
}
