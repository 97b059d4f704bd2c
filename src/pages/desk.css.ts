/** The stylesheet of the desk: the site's styles and the desk's own, at a fixed address that functions can link to. */
import font from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import desk from '../styles/desk.css?raw'
import site from '../styles/site.css?raw'

/** The sources import the font by its package path; replaced by the path at which the build publishes it. */
const styles = `${site}\n${desk}`.replace(/@fontsource[^']+\.woff2/, font)
const { code } = await transform(styles, { loader: 'css', minify: true })

export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
