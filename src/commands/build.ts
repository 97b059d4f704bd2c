/** `npm run build` checks the texts, builds the site and replaces the published folder. `--functions` bundles the functions too. */
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './check-content.ts'
import {
  HEADERS_FILE,
  PUBLISHED_DIR,
  publishedPaths,
  publishVerificationFiles,
  REDIRECTS_FILE,
} from '../hosts/published.ts'
import { headerBlocks, headersFile, redirectsFile } from '../hosts/site-rules.ts'
import { compressTexts } from './compress.ts'
import { WORDS } from '../words.ts'
import { FIRST_LANGUAGE } from '../language.ts'
import { readBuildSettings, readDemonstration, readEditorSettings, readVerificationSettings } from '../settings.ts'
import { runCommand } from './cli.ts'
import { contentFolder, isSample, ROOT } from './project-folders.ts'

await runCommand(async () => {
  const { base } = readBuildSettings({ ...process.env, NODE_ENV: undefined })
  const editorSettings = readEditorSettings(process.env)
  const demonstration = readDemonstration(process.env) ? WORDS[FIRST_LANGUAGE].demonstration : undefined

  // Telemetry is off, because the build must not need the internet.
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  const { build } = await import('astro')
  const outDir = join('.cache', PUBLISHED_DIR)
  await build({ logLevel: 'warn', outDir })
  publishVerificationFiles(join(ROOT, outDir), contentFolder().folder, readVerificationSettings(process.env))
  const blocks = headerBlocks(base, new Set(publishedPaths(join(ROOT, outDir))), demonstration)
  writeFileSync(join(ROOT, outDir, HEADERS_FILE), headersFile(blocks))
  writeFileSync(join(ROOT, outDir, REDIRECTS_FILE), redirectsFile())
  if (editorSettings && isSample()) {
    console.log(
      'There is no web editor: CMS_REPO is set, but the site shows the invented firm. Put the texts of your firm into content/, or set CONTENT_DIR to their folder.',
    )
  } else if (editorSettings) {
    const { publishEditor } = await import('./editor/publish.ts')
    await publishEditor({ root: ROOT, texts: contentFolder().shown, published: outDir }, base, editorSettings)
  }
  if (process.env.NETLIFY !== 'true') await compressTexts(join(ROOT, outDir))
  publish(join(ROOT, outDir), join(ROOT, PUBLISHED_DIR))
  if (process.argv.includes('--functions')) await (await import('./bundle.ts')).bundleFunctions(ROOT)
})

/** Replaces the folder by renaming, because a server may be running. Equal files keep their times, so browsers do not load them again. */
function publish(from: string, folder: string): void {
  for (const path of publishedPaths(from)) {
    const published = statSync(join(folder, path), { throwIfNoEntry: false })
    if (published?.isFile() && readFileSync(join(folder, path)).equals(readFileSync(join(from, path))))
      utimesSync(join(from, path), published.atime, published.mtime)
  }
  const old = `${from}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(from, folder)
  rmSync(old, { recursive: true, force: true })
}
