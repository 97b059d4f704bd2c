/**
 * Time and memory of the whole build as the number of practice areas grows.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder } from '../journeys/server.ts'
import { copyProject } from '../project-copy.ts'
import type { Measured } from './measured.ts'

const COUNTS = [10, 100, 1000]
const AREAS = 'content/practice-areas'
/** Loaded before the build: prints the largest amount of memory it held, in KiB, as its last line. */
const REPORT = `data:text/javascript,process.on('exit',()=>process.stdout.write('\\n'+process.resourceUsage().maxRSS))`

export async function build(): Promise<Measured> {
  const project = copyProject()
  try {
    const results = COUNTS.map((count) => ({ count, ...buildWith(project, count) }))
    const [first] = results
    return {
      title: 'Build with a growing number of practice areas',
      head: ['areas', 'time', 'memory', 'time to the first'],
      rows: results.map(({ count, seconds, mebibytes }) => [
        String(count),
        `${seconds.toFixed(1)} s`,
        `${mebibytes.toFixed(0)} MiB`,
        {
          measured: `${(seconds / (first?.seconds ?? 1)).toFixed(1)}×`,
          goal: `≤ ${(count / (first?.count ?? 1)).toFixed(0)}×`,
        },
      ]),
    }
  } finally {
    removeFolder(project)
  }
}

/** Topic words hold no digits. */
const inLetters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

function buildWith(project: string, count: number): { seconds: number; mebibytes: number } {
  const template = readFileSync(`${AREAS}/animal-law.md`, 'utf8')
  rmSync(join(project, AREAS), { recursive: true })
  cpSync(AREAS, join(project, AREAS), { recursive: true })
  for (let number = 5; number <= count; number++) {
    const text = template
      .replace('id: animal_law', `id: area_${inLetters(number)}`)
      .replace('name: Animal law', `name: Area ${number}`)
      .replace('order: 4', `order: ${number}`)
    writeFileSync(join(project, AREAS, `area-${number}.md`), text)
  }
  rmSync(join(project, '.astro'), { recursive: true, force: true })
  const start = performance.now()
  const output = execFileSync(process.execPath, ['--import', REPORT, 'src/commands/build.ts'], {
    cwd: project,
    encoding: 'utf8',
    // What it says of missing translations is not printed; a build that fails throws it.
    stdio: 'pipe',
    env: { ...process.env, SITE_URL: 'http://localhost:8888' },
  })
  return { seconds: (performance.now() - start) / 1000, mebibytes: Number(output.trim().split('\n').at(-1)) / 1024 }
}
