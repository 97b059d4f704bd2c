/** A cold function avoids `Intl` and what only others need, because each takes longer than a tenth of its start. */
import { build } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { functionOptions } from '../../src/commands/bundle.ts'
import { type Route, ROUTES } from '../../src/routes.ts'

it('each function says the addresses of its route, and none uses Intl before its first request', () => {
  const bundles = globSync('.netlify/front-desk/*.mjs').map((file) => resolve(file))
  expect(bundles.length).toBeGreaterThan(0)
  const line = ['tests/netlify/import-all.mjs', ...bundles]
  const { stdout } = spawnSync(process.execPath, line, { encoding: 'utf8' })
  const { used, configs } = JSON.parse(stdout) as { used: string[]; configs: Record<string, object> }
  expect(used).toEqual([])
  for (const [name, { handler: _handler, opensInquiries: _opens, offer: _offer, ...address }] of Object.entries<Route>(
    ROUTES,
  ))
    expect(configs[name], name).toEqual(address)
})

/** These answer for all documents of the API, so they need the whole table of operations. */
const ALL_DOCUMENTS = ['document-methods', 'missing-fact', 'not-found']
const AGENT_TABLE = [
  ...['agent', 'authorize', 'identity', 'identity-claim', 'identity-claim-complete', 'revoke', 'token'],
  ...ALL_DOCUMENTS,
].sort()

it('only the functions that need it start with what is large', async () => {
  const { metafile } = await build({ ...functionOptions(resolve('.'), new Map()), write: false, metafile: true })
  const functionsWith = (part: RegExp) =>
    Object.entries(metafile.outputs)
      .filter(([, { inputs }]) =>
        Object.entries(inputs).some(([path, { bytesInOutput }]) => bytesInOutput > 0 && part.test(path)),
      )
      .map(([file]) => basename(file, '.mjs'))
      .sort()
  expect(functionsWith(/netlify\/functions/).length).toBeGreaterThan(0)
  // A function without a mailer would queue no mail, as where none is set.
  for (const name of functionsWith(/src\/mail\/tries\.ts$/))
    expect(readFileSync(`netlify/functions/${name}.ts`, 'utf8'), name).toContain('smtpMailer')
  expect({
    operations: functionsWith(/src\/contract\/operations\.ts$/),
    agents: functionsWith(/src\/agents\/agent-schemas\.ts$/),
    content: functionsWith(/src\/firm\/(faq|firm|office-fields|practice-area)\.ts$/),
    desk: functionsWith(/src\/desk\/app\.ts$|csv-parse/),
    mcp: functionsWith(/@modelcontextprotocol/),
    never: functionsWith(/\/(ajv|nodemailer|@simplewebauthn)|ajvProvider/),
  }).toEqual({
    operations: ALL_DOCUMENTS,
    agents: AGENT_TABLE,
    content: ['document-methods', 'mcp', 'missing-fact', 'not-found'],
    desk: ['desk'],
    mcp: ['mcp'],
    never: [],
  })
})
