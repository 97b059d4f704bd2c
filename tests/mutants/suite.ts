/**
 * The unit tests of a scratch copy of the project, asked by parts: those most likely to notice a fault in a file come first.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { temporaryFolder } from '../journeys/server.ts'

/** Ends what runs in a circle without a turn of the event loop, milliseconds. What waits for ever, the tests' own limit ends. */
const HUNG_MS = 900_000
const TEST_LIMIT_MS = 60_000
/** Compares the table of mutants with the code, and would notice every one. */
const OWN_TEST = 'tests/mutants/table.test.ts'
/** Folders of tests that use another folder of the code most, besides the one of its name. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  agents: ['forms', 'api', 'http', 'desk/claims'],
  staff: ['desk'],
  keys: ['agents', 'api', 'forms', 'inquiries'],
  store: ['service', 'inquiries'],
  inquiries: ['desk/inquiries', 'service', 'api', 'forms'],
  mail: ['service', 'desk/mail'],
  http: ['api', 'mcp', 'forms'],
  api: ['agents'],
  service: ['api', 'mail', 'inquiries', 'desk', 'forms'],
}

/** Test files. */
export type Part = readonly string[]

/** What a run said: undefined when all passed, else the first test that failed, or `it hung`. */
export type Failure = string | undefined

/** Copies what the working tree holds, without what it builds, and shares the installed packages. @returns the folder */
export function copyWorkingTree(): string {
  const scratch = temporaryFolder()
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  const left = [OWN_TEST, 'node_modules']
  for (const file of listed.split('\0').filter((name) => !left.includes(name) && existsSync(name)))
    cpSync(file, join(scratch, file))
  symlinkSync(resolve('node_modules'), join(scratch, 'node_modules'))
  return scratch
}

/**
 * The tests for a source file in parts, none twice, in this order: those with its name, those of its folder, those around it,
 * those that use it most, and all others.
 */
export function partsFor(file: string, scratch: string): Part[] {
  const place = file.replace(/^src/, 'tests').replace(/\.ts$/, '')
  const top = place.split('/')[1] ?? ''
  const patterns = [
    [`${place}*.test.ts`],
    [`${dirname(place)}/*.test.ts`],
    [`tests/${top}/**/*.test.ts`],
    (NEIGHBOURS[top] ?? []).map((folder) => `tests/${folder}/**/*.test.ts`),
    ['tests/**/*.test.ts'],
  ]
  const asked = new Set<string>()
  return patterns.map((pattern) => {
    const part = globSync(pattern, { cwd: scratch }).filter((test) => !asked.has(test))
    for (const test of part) asked.add(test)
    return part.sort()
  })
}

/** Runs a part, up to the first failure. Tests of it that need a build are left out. */
export async function run(part: Part, scratch: string): Promise<Failure> {
  if (part.length === 0) return undefined
  const project = ['--config', 'tests/vitest.config.ts', '--root', '.', '--project', 'unit']
  const options = [
    '--reporter',
    'dot',
    '--bail',
    '1',
    `--testTimeout=${TEST_LIMIT_MS}`,
    `--hookTimeout=${TEST_LIMIT_MS}`,
  ]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...project, ...options, ...part], {
    cwd: scratch,
    timeout: HUNG_MS,
    env: { ...process.env, CI: '1', NO_COLOR: '1' },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (status === 0) return undefined
  if (signal !== null) return 'it hung'
  if (printed.includes('No test files found')) return undefined
  return (
    /FAIL\s+(?:\|?\s*unit\s*\|?\s*)?(.*)/.exec(printed)?.[1]?.trim() ??
    `an error outside of a test: ${/^\w*Error: .*/m.exec(printed)?.[0] ?? printed.trim().slice(-500)}`
  )
}

/** @returns the part with nothing but the file that a failure names; the whole part when it names none */
export function testFileOf(failure: string, part: Part): Part {
  const file = part.find((test) => failure.startsWith(test))
  return file === undefined ? part : [file]
}
