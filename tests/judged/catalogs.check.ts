/**
 * What directories read of the running server: the AI catalog by the conformance test of ARD, in the port that Lighthouse has of it and
 * that needs no Chrome, and the entry of the MCP Registry by its format.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '../journeys/build-at.ts'
import { schemaFaults } from '../site/published.ts'
import { OUTSIDERS, reportRow, versionOf } from './outsider.ts'

const ARD = `${OUTSIDERS}/lighthouse/third-party/ard`
interface Finding {
  message: string
}
const { ConformanceTester } = (await import(`${ARD}/ard.js`)) as {
  ConformanceTester: new () => {
    errors: Finding[]
    warnings: Finding[]
    validate_manifest(text: string, name: string): boolean
  }
}

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(() => server.remove())

it.for(['/.well-known/ai-catalog.json', '/.well-known/ard.json'])('ARD takes %s', async (path, { task }) => {
  const tester = new ConformanceTester()
  tester.validate_manifest(await (await fetch(server.base + path)).text(), path)
  const [, commit = ''] = /Pinned Commit SHA.*?`(\w{8})/.exec(readFileSync(`${ARD}/README.md`, 'utf8')) ?? []
  task.meta.figure = {
    judge: `conformance test of ARD at ${commit} (in Lighthouse ${versionOf('lighthouse')}): \`${path}\``,
    goal: 'no error, no warning but those answered below',
    measured: `${tester.errors.length} errors, ${tester.warnings.length} warnings`,
  }
  expect(tester.errors).toEqual([])
  expect(tester.warnings.map(({ message }) => /Media type '([^']+)'/.exec(message)?.[1] ?? message)).toEqual(
    reportRow('ard'),
  )
})

it('the MCP Registry takes server.json', async ({ task }) => {
  const entry = (await (await fetch(`${server.base}/server.json`)).json()) as { $schema: string }
  const faults = schemaFaults('registry-entry', entry)
  task.meta.figure = {
    judge: `format of the MCP Registry of ${/\d{4}-\d\d-\d\d/.exec(entry.$schema)?.[0]} (\`contract/schemas/\`): \`/server.json\``,
    goal: 'no fault',
    measured: faults || 'no fault',
  }
  expect(faults).toBe('')
})
