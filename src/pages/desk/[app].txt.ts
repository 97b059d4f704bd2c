/** The page that shows a previewed inquiry in an assistant's window (`src/mcp/inquiry-confirmation.ts`). The page uses no network. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { build } from 'esbuild'
import { getFirm } from '../../build/content.ts'
import { isOffered } from '../../offers.ts'
import { INQUIRY_APP_FILE } from '../../site.ts'

const minified = async (file: string) => {
  const options = { entryPoints: [file], tsconfigRaw: '{}', minify: true, target: 'es2022' }
  const { outputFiles } = await build({ ...options, write: false })
  return (outputFiles[0]?.text ?? '').trim()
}
const hashOf = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text))
  return `'sha256-${Buffer.from(digest).toString('base64')}'`
}

const [, APP = ''] = /([\w-]+)\.txt$/.exec(INQUIRY_APP_FILE) ?? []

export const getStaticPaths = (async () =>
  isOffered(await getFirm(), 'mcp') ? [{ params: { app: APP } }] : []) satisfies GetStaticPaths

export const GET: APIRoute = async () => {
  const script = await minified('src/views/inquiry-app.js')
  const style = await minified('src/styles/inquiry-app.css')
  const policy = `default-src 'none'; script-src ${await hashOf(script)}; style-src ${await hashOf(style)}`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>Inquiry</title><style>${style}</style></head><body><main></main><script>${script}</script></body></html>`
  return new Response(html, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
