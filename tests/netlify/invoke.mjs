/**
 * The process that runs one deployed function for one request; its parent sends the request and takes the answer.
 * Plain JavaScript, so that nothing but the function is prepared when its start is timed.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

process.once('message', async ({ path, init }) => {
  const folder = join(process.cwd(), '.netlify/front-desk')
  const file = readdirSync(folder).find((name) => name.endsWith('.mjs')) ?? ''
  const { default: run } = await import(join(folder, file))
  const later = []
  const context = {
    waitUntil: (work) => later.push(work),
    ip: '203.0.113.7',
    deploy: { context: process.env.TEST_DEPLOY_CONTEXT ?? 'production', id: 'deploy' },
  }
  const response = await run(new Request(new URL(path, 'https://www.example.com'), init), context)
  process.send?.(
    { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() },
    () => Promise.all(later).then(() => process.exit(0)),
  )
})
