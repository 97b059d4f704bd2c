/** Publishes the web editor (Sveltia CMS). It loads scripts and fonts from this site only, and calls no other site than GitHub. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { type EditorSettings, findLanguages, SettingsError } from '../../settings.ts'
import { PATHS } from '../../site.ts'
import { pathInRepository } from '../project-folders.ts'
import { editorConfig } from './config.ts'

const SCRIPT = 'editor-script'
/** Only the fonts are taken from this folder. It also has converters for pictures, which this editor does not use. */
const ASSETS = 'node_modules/@sveltia/cms/npm/assets'
const FONTS = /\.(woff2|LICENSE\.txt)$/
const FONT_FOLDER = 'assets/'

/** Sveltia fetches its fonts from these addresses, though they are in Sveltia's package. */
const FONT_ELSEWHERE = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+?)(?::vf)?@[\d.]+\/([\w-]+)\.woff2/g
/** Sveltia asks at this address every five minutes whether GitHub works. `NO_STATUS` takes the place of the address. */
const STATUS_ELSEWHERE = 'https://www.githubstatus.com/api/v2/status.json'
const NO_STATUS = `data:application/json,${JSON.stringify({ status: { indicator: 'unknown' } })}`

/** Replaces the addresses of other sites, which the editor's content security policy blocks. */
const withoutOtherSites = (fonts: readonly string[]): Plugin => ({
  name: 'without-other-sites',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@sveltia[\\/]cms[\\/]npm[\\/]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(FONT_ELSEWHERE, (address, family: string, variant: string) => {
          const font = fonts.find((name) => name.startsWith(`${family}-${variant}-`))
          return font ? `${PATHS.editor}${FONT_FOLDER}${font}` : address
        })
        .replace(STATUS_ELSEWHERE, NO_STATUS),
      loader: 'js',
    }))
  },
})

/** `texts` and `published` are paths from `root`; `texts` may be absolute. @throws SettingsError when the editor is not installed */
export async function publishEditor(
  { root, texts, published }: Record<'root' | 'texts' | 'published', string>,
  base: string,
  settings: EditorSettings,
) {
  if (!existsSync(join(root, ASSETS)))
    throw new SettingsError('CMS_REPO asks for the web editor, which is not installed: run `npm run setup` first.')
  const content = resolve(root, texts)
  const config = editorConfig(base, settings, pathInRepository(content), findLanguages(content, existsSync))
  const folder = join(root, published, PATHS.editor)
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'src/commands/editor/index.html'), join(folder, 'index.html'))
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify(config, null, 2)}\n`)
  const fonts = readdirSync(join(root, ASSETS)).filter((name) => FONTS.test(name))
  for (const file of fonts) cpSync(join(root, ASSETS, file), join(folder, FONT_FOLDER, file))
  await build({
    absWorkingDir: root,
    entryPoints: { [SCRIPT]: 'src/commands/editor/script.js' },
    outdir: folder,
    // The browser fetches languages and rare parts on demand.
    splitting: true,
    chunkNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'linked',
    logLevel: 'error',
    plugins: [withoutOtherSites(fonts)],
    // The editor does not need Shiki, which colors code in three hundred programming languages.
    external: ['@shikijs/*'],
  })
}
