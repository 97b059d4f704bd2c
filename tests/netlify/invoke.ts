/**
 * The process that runs one deployed function for one request; its parent sends the request and takes the answer.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

interface Question {
  path: string
  init: RequestInit
}

process.once('message', async (message) => {
  const { path, init } = message as Question
  const folder = join(process.cwd(), '.netlify/front-desk')
  const [file = ''] = readdirSync(folder)
  const { default: run } = (await import(join(folder, file))) as { default: (request: Request, context: unknown) => Promise<Response> }
  const context = { ip: '203.0.113.7', deploy: { context: process.env.TEST_DEPLOY_CONTEXT ?? 'production', id: 'deploy' } }
  const response = await run(new Request(`https://www.example.com${path}`, init), context)
  process.send?.({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }, () => process.exit(0))
})
