/**
 * `npm run build`: checks the content, lets Astro write the published folder, adds the headers of its files and, where there is
 * a repository to edit, the web editor, and compresses the texts for the one-machine server. `npm run build:netlify` bundles the
 * functions too (`--functions`).
 * `package.json` gives it a small young generation: short-lived texts of 2,000 pages are collected earlier, at no cost in time.
 */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './check-content.ts'
import { HEADERS_FILE, PUBLISHED_DIR, publishedPaths } from '../hosts/published.ts'
import { headersFile } from '../hosts/static-headers.ts'
import { publishVerificationFiles } from '../hosts/verification-files.ts'
import { COPIES_DIR, compressTexts } from '../hosts/text-copies.ts'
import { WORDS } from '../words.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { readBuildSettings, readDemonstration, readEditorSettings, readVerificationSettings } from '../settings.ts'
import { runCommand } from './cli.ts'
import { contentFolder, isSample, ROOT } from './project-folders.ts'

await runCommand(async () => {
  const { base } = readBuildSettings({ ...process.env, NODE_ENV: undefined })
  const editorSettings = readEditorSettings(process.env)
  const demonstration = readDemonstration(process.env) ? WORDS[FIRST_LANGUAGE].demonstration : undefined

  // No telemetry: the build must not need the internet.
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  const { build } = await import('astro')
  const made = join('.cache', PUBLISHED_DIR)
  await build({ logLevel: 'warn', outDir: made })
  const folder = join(ROOT, PUBLISHED_DIR)
  publishVerificationFiles(join(ROOT, made), contentFolder().folder, readVerificationSettings(process.env))
  publish(join(ROOT, made), folder)
  // What Astro does not write.
  writeFileSync(join(folder, HEADERS_FILE), headersFile(base, new Set(publishedPaths(folder)), demonstration))
  if (editorSettings && isSample()) {
    console.log(
      'There is no web editor: CMS_REPO is set, but the site shows the invented firm. Put the texts of your firm into content/, or set CONTENT_DIR to their folder.',
    )
  } else if (editorSettings) {
    const { publishEditor } = await import('./editor/publish.ts')
    await publishEditor(ROOT, base, editorSettings, contentFolder().shown)
  }
  await compressTexts(folder, join(ROOT, COPIES_DIR))
  if (process.argv.includes('--functions')) await (await import('./bundle.ts')).bundleFunctions(ROOT)
})

/**
 * Puts what was built in the place of the build before, at once: a server that runs meanwhile always has a whole site. A file with the same
 * bytes keeps its time, so that neither browsers nor the compression take it for another.
 */
function publish(from: string, folder: string): void {
  for (const path of publishedPaths(from)) {
    const before = statSync(join(folder, path), { throwIfNoEntry: false })
    if (before?.isFile() && readFileSync(join(folder, path)).equals(readFileSync(join(from, path))))
      utimesSync(join(from, path), before.atime, before.mtime)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(from, folder)
}
