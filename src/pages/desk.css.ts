/** The stylesheet of the desk: the site's styles and the desk's own, at a fixed address that functions can link to. */
import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import latinExtended from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2?url'
import type { APIRoute } from 'astro'
import { transform } from 'esbuild'
import own from '../styles/fonts/front-desk-serif-600.woff2?url'
import desk from '../styles/desk.css?raw'
import inquiry from '../styles/desk-inquiry.css?raw'
import forms from '../styles/forms.css?raw'
import site from '../styles/site.css?raw'

/** The sources name the faces by their paths in the project; replaced by the addresses at which the build publishes them. */
const FACES = [own, latin, latinExtended]
const styles = [site, forms, desk, inquiry]
  .join('\n')
  .replace(/(?<=url\(')[^']+\/([^'/]+)\.woff2/g, (path, name: string) => {
    const face = FACES.find((address) => address.includes(`/${name}.`))
    if (face === undefined) throw new Error(`${path} is not published.`)
    return face
  })
const { code } = await transform(styles, { loader: 'css', minify: true })

export const GET: APIRoute = () => new Response(code, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
