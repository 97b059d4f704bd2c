/** From the start of a process to the first answer of a function, as Netlify bundles it, against a function that does nothing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deploy } from '../netlify/deployment.ts'
import { blocksOf } from '../table.ts'
import { type Cell, type Measured, alternate, median, medianRatio, milliseconds } from './statistics.ts'

/** More than of a load: a start is a moment, and every page of the disk or other process shows in it. */
const STARTS = 15
/** The function that others are compared with. */
const EMPTY = 'empty'

/** No one waits for these. */
const WITHOUT_GOAL = ['housekeeping', 'outbox', 'ready']
const GOAL = '≤ 1.9×'
const [REQUESTS = [], GOALS = []] = blocksOf('tests/bench/cold-start.txt')

/** What the function for answers by e-mail needs. */
const [INBOUND_MAIL, INBOUND_SECRET] = ['reply@in.firm.example', 'x'.repeat(32)]

/** @returns a request that makes a function do its work */
function requestTo(name: string): [path: string, init?: RequestInit] {
  const [, path = '/', type, body = ''] = REQUESTS.find(([row]) => row === name) ?? []
  if (type === undefined) return [path]
  const headers = { Authorization: `Bearer ${INBOUND_SECRET}`, 'Content-Type': type }
  return [path, { method: 'POST', headers: name === 'inbound' ? headers : { 'Content-Type': type }, body }]
}

export async function coldStart(): Promise<Measured> {
  // A request to another host is refused before the work begins.
  const { url: base } = JSON.parse(readFileSync('dist/api/v1/firm', 'utf8')) as { url: string }
  const deployment = await deploy()
  const stated = join(deployment.folder, 'inbound/dist/desk/stated.json')
  const facts = JSON.parse(readFileSync(stated, 'utf8')) as object
  writeFileSync(stated, JSON.stringify({ ...facts, inboundMail: INBOUND_MAIL }))
  try {
    const folder = join(deployment.folder, EMPTY, '.netlify/front-desk')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${EMPTY}.mjs`), `export default async () => new Response('')\n`)
    const env = { INBOUND_SECRET, MAIL_URL: 'smtp://127.0.0.1:9' }
    const startOf = async (name: string) => {
      const [path, init] = requestTo(name)
      const start = performance.now()
      const { status } = await deployment.invoke(name, base + path, init, env)
      if (status === 403 || status >= 500 || (name === 'inbound' && status !== 204))
        throw new Error(`${name} answered ${status}`)
      return { time: performance.now() - start }
    }
    const subjects = [EMPTY, ...deployment.functions].map((name) => [name, () => startOf(name)] as const)
    const times = await alternate(STARTS, Object.fromEntries(subjects))
    const empty = times[EMPTY]?.time ?? []
    const toEmpty = (name: string, time: readonly number[]): Cell => {
      if (name === EMPTY) return ''
      const measured = medianRatio(time, empty)
      const [, goal = GOAL] = GOALS.find(([row]) => row === name) ?? []
      return WITHOUT_GOAL.includes(name) ? measured : { measured, goal }
    }
    return {
      title: `Cold start: process spawn to first answer, median of ${STARTS}`,
      head: ['function', 'time', 'to empty'],
      rows: Object.entries(times).map(([name, { time }]) => [name, milliseconds(median(time)), toEmpty(name, time)]),
    }
  } finally {
    await deployment.remove()
  }
}
