/** Time and memory of the whole build as the number of practice areas grows, each in every language. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_LANGUAGE, LANGUAGES } from '../../src/language.ts'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'
import type { Cell, Measured } from './measured.ts'
import { ratio } from './statistics.ts'

const COUNTS = [10, 100, 1000]
const GIBIBYTE = 1024
/** What earlier builds leave behind. */
const LEFT = ['dist', '.astro', '.cache', 'node_modules/.astro']
const FOLDERS = LANGUAGES.map((language) =>
  language === FIRST_LANGUAGE ? 'content/sample/practice-areas' : `content/sample/${language}/practice-areas`,
)
/** Loaded before the build: prints the largest amount of memory it held, in KiB, as its last line. */
const REPORT = `data:text/javascript,process.on('exit',()=>process.stdout.write('\\n'+process.resourceUsage().maxRSS))`

/** What `npm run build` starts: the file, and the options of Node that keep its memory small. */
function buildCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } }
  return scripts.build.split(' ').slice(1)
}

interface Cost {
  seconds: number
  mebibytes: number
}

export async function build(): Promise<Measured> {
  const project = copyProject()
  try {
    const builds = COUNTS.map((count) => {
      for (const folder of LEFT) rmSync(join(project, folder), { recursive: true, force: true })
      writeAreas(project, count)
      return { count, cost: runBuild(project) }
    })
    const [first] = builds
    if (!first) throw new Error('Nothing to build.')
    const row = ({ count, cost: { seconds, mebibytes } }: typeof first): Cell[] => [
      count.toLocaleString('en-US'),
      `${seconds.toFixed(1)} s`,
      ratio(seconds, first.cost.seconds),
      { measured: `${mebibytes.toFixed(0)} MiB`, goal: `≤ ${GIBIBYTE} MiB` },
    ]
    return {
      title: 'Build with a growing number of practice areas, in two languages',
      head: ['areas', 'time', 'time to the first', 'memory'],
      rows: builds.map(row),
    }
  } finally {
    removeFolder(project)
  }
}

/** Topic words hold no digits. */
const inLetters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** Writes the practice areas of the firm, and invented ones up to a number, in every language. */
function writeAreas(project: string, count: number): void {
  for (const folder of FOLDERS) {
    rmSync(join(project, folder), { recursive: true })
    cpSync(folder, join(project, folder), { recursive: true })
    const template = readFileSync(`${folder}/animal-law.md`, 'utf8')
    for (let number = 5; number <= count; number++) {
      const text = template
        .replace('id: animal_law', `id: area_${inLetters(number)}`)
        .replace(/^name: .*$/m, `name: Area ${number}`)
        .replace('order: 4', `order: ${number}`)
      writeFileSync(join(project, folder, `area-${number}.md`), text)
    }
  }
}

/** @throws Error with what it printed, when the build fails */
function runBuild(project: string): Cost {
  const start = performance.now()
  const output = execFileSync(process.execPath, ['--import', REPORT, ...buildCommand()], {
    cwd: project,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, SITE_URL: 'http://localhost:8888' },
  })
  return { seconds: (performance.now() - start) / 1000, mebibytes: Number(output.trim().split('\n').at(-1)) / 1024 }
}
