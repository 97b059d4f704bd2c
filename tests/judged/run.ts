/**
 * `npm run check:agents [NAME …] [--write]`: lets the tools of others judge the service. With --write, and when all of them
 * are satisfied, their figures replace the table in tests/README.md.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest, type TestModule } from 'vitest/node'
import { circumstances, markdownTable, measuredOn, writeMarkedPart } from '../figures.ts'
import { type Figure, LIGHTHOUSE_GOAL } from './figure.ts'
import { versionOf } from './outsider.ts'

const README = 'tests/README.md'
const HEAD = ['judge', 'goal', 'measured']

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.write && positionals.length > 0) {
  console.error('--write replaces the whole table, so it takes no names.')
  process.exit(1)
}
const where = circumstances(README)
const vitest = await startVitest(positionals, {
  config: 'tests/judged/vitest.config.ts',
  root: '.',
  run: true,
})
const modules = vitest.state.getTestModules()
await vitest.close()

if (values.write) {
  if (modules.length === 0 || modules.some((module) => module.state() === 'failed')) {
    console.error(`A check failed, so ${README} stays as it was.`)
    process.exit(1)
  }
  const rows = modules
    .toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1))
    .flatMap(figuresOf)
    .map(({ judge, goal, measured }) => [judge, goal, measured])
  writeMarkedPart(README, 'judges', `${measuredOn(where)}\n\n${markdownTable(HEAD, rows)}`)
  console.log(`The figures are in ${README}.`)
}

/** The figures of a file of checks; of the clients, which measure nothing, how many of their checks passed. */
function figuresOf(module: TestModule): Figure[] {
  const tests = [...module.children.allTests()]
  const figures = tests.map((test) => test.meta().figure).filter((figure) => figure !== undefined)
  if (figures.length > 0) return figures
  const name = basename(module.moduleId)
  if (name === 'lighthouse.check.ts') {
    const judge = `Lighthouse ${versionOf('lighthouse')}, mobile`
    return [{ judge, goal: LIGHTHOUSE_GOAL, measured: 'not run: no full Chrome on this machine' }]
  }
  const passed = tests.filter((test) => test.result().state === 'passed').length
  const measured = `${passed} of ${tests.length} checks`
  if (name === 'openapi.check.ts') {
    const judge = `Redocly ${versionOf('@redocly/openapi-core')} and Spectral ${versionOf('@stoplight/spectral-core')}`
    return [{ judge, goal: 'no error and no warning', measured }]
  }
  const clients = [
    `MCP Inspector ${versionOf('@modelcontextprotocol/inspector')} in both eras`,
    `mcporter ${versionOf('mcporter')}`,
    `the client of the AI SDK (@ai-sdk/mcp ${versionOf('@ai-sdk/mcp')})`,
  ]
  return [{ judge: clients.join(', '), goal: 'every tool is listed and called, no schema warning', measured }]
}
