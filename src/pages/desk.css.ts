/** The stylesheet of the desk, at an address that functions know: the site's look, and what the desk adds. */
import font from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import desk from '../styles/desk.css?raw'
import site from '../styles/site.css?raw'

/** The stylesheets as they are written name the font as its package does; the build publishes it elsewhere. */
const styles = `${site}\n${desk}`.replace(/@fontsource[^']+\.woff2/, font)
const { code } = await transform(styles, { loader: 'css', minify: true })

export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
