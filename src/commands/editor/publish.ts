/**
 * The web editor for people who do not program: its page, its program (Sveltia CMS) and its configuration, written into the
 * published folder. Nothing of it comes from anywhere else.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import { type EditorSettings, readContentFolder } from '../../settings.ts'
import { PATHS } from '../../site.ts'
import { findLanguages } from '../../site-languages.ts'
import { PUBLISHED_DIR } from '../../hosts/published.ts'
import { editorConfig } from './config.ts'

const SCRIPT = 'editor-script'
/** Its fonts, with their licences, and what converts pictures, of which this editor takes none. */
const ASSETS = 'node_modules/@sveltia/cms/npm/assets'
const FONTS = /\.(woff2|LICENSE\.txt)$/

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Editor</title>
<link rel="cms-config-url" type="application/json" href="${PATHS.editor}config.json">
<script type="module" src="${PATHS.editor}${SCRIPT}.js"></script>
</head>
<body>
<noscript>The editor needs JavaScript. The texts can be edited without it: they are files in the folder "content".</noscript>
</body>
</html>
`

/**
 * Writes the editor.
 * @param root folder of the project
 * @param base address of the site
 */
export async function publishEditor(root: string, base: string, settings: EditorSettings): Promise<void> {
  const texts = resolve(
    root,
    readContentFolder(process.env, (path) => existsSync(join(root, path))),
  )
  const config = editorConfig(base, settings, pathInRepository(texts), findLanguages(texts, existsSync))
  const folder = join(root, PUBLISHED_DIR, PATHS.editor)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
  for (const file of readdirSync(join(root, ASSETS)).filter((name) => FONTS.test(name)))
    cpSync(join(root, ASSETS, file), join(folder, 'assets', file))
  await build({
    absWorkingDir: root,
    entryPoints: { [SCRIPT]: 'src/commands/editor/script.js' },
    outdir: folder,
    // Languages and the rare parts are fetched when they are asked for.
    splitting: true,
    chunkNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'linked',
    logLevel: 'error',
    // Colors for three hundred programming languages.
    external: ['@shikijs/*'],
  })
}

/**
 * The path of a folder in the repository that it is in, as the editor names it.
 * @returns the folder's name where there is no repository
 */
function pathInRepository(folder: string): string {
  let top = folder
  while (!existsSync(join(top, '.git')) && dirname(top) !== top) top = dirname(top)
  return existsSync(join(top, '.git')) ? relative(top, folder).split(sep).join('/') : basename(folder)
}
