/** Files, links and commands of the manuals exist, and `.env.example` names the environment variables that the code reads. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { VARIABLES } from '../src/settings.ts'

const exclude = (path: string) => path.includes('node_modules')
const MANUALS = ['.github/CONTRIBUTING.md', ...globSync('**/README.md', { exclude })]
/** Built and installed files are left out. */
const ignored = readFileSync('.gitignore', 'utf8').split('\n')
const TOP = readdirSync('.').filter((name) => !ignored.includes(name) && !ignored.includes(`${name}/`))
const SOURCE = /\.(ts|mjs|astro|css)$/
const files = globSync(['{content,src,netlify,tests}/**/*', '*'], { exclude })
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const withoutBlocks = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
const codeOf = (text: string) => [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const targetsOf = (text: string) => {
  const prose = withoutBlocks(text).replace(/`[^`\n]+`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

/** As GitHub makes them from headings. */
const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** A path begins at the top of the project, or ends like a source file and begins in `src/`, beside the manual, or with its name. */
function isPath(code: string): boolean {
  if (!/^[\w.@*[\]-]+(\/[\w.@*[\]-]+)*\/?$/.test(code)) return false
  return TOP.includes(code.split('/')[0] ?? '') || SOURCE.test(code)
}

function exists(path: string, manual: string): boolean {
  const places = ['.', 'src', dirname(manual)].map((folder) => join(folder, path))
  if (path.includes('*')) return places.some((place) => globSync(place).length > 0)
  return places.some((place) => existsSync(place)) || files.some((file) => file.endsWith(`/${path}`))
}

it.each(MANUALS)('%s names files and commands that exist, and links to files and headings that exist', (manual) => {
  const text = readFileSync(manual, 'utf8')
  expect(codeOf(text).filter((code) => isPath(code) && !exists(code, manual))).toEqual([])
  const local = targetsOf(text).filter((target) => !/^(\w+:|\/)/.test(target))
  const isBroken = (target: string) => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? manual : join(dirname(manual), path)
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
  }
  expect(local.filter(isBroken)).toEqual([])
  const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

it('.env.example names each variable that the code reads, once, with a line that explains it, and sets none', () => {
  const example = readFileSync('.env.example', 'utf8')
  const named = [...example.matchAll(/^# .*[.…]\n# ([A-Z][A-Z0-9_]*)=$/gm)].map(([, name]) => name).sort()
  const code = files
    .filter((file) => /^(src|netlify)\/.*\.ts$|^astro\.config/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const read = new Set([...code.matchAll(/(?<!meta\.)\benv\.([A-Z][A-Z0-9_]*)\b(?! = )/g)].map(([, name]) => name))
  const manual = readFileSync('src/hosts/README.md', 'utf8').split('## Environment variables')[1] ?? ''
  const inManual = [...manual.matchAll(/^\|(?: `[A-Z][A-Z0-9_]*`,?)+ \|/gm)].flatMap(
    ([names]) => names.match(/[A-Z0-9_]+/g) ?? [],
  )
  // GitHub sets its own in its workflows, not the operator.
  const ofOperator = [...read].filter((name) => !name?.startsWith('GITHUB_'))
  expect([...new Set([...ofOperator, ...inManual, ...VARIABLES])].sort()).toEqual(named)
  expect([...VARIABLES].sort()).toEqual(named)
  expect(example.match(/^[^#\n].*|^# [A-Z][A-Z0-9_]*=$/gm)).toHaveLength(named.length)
})
