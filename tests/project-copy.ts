/** A copy of the project in a temporary folder, for tests that edit it. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SAMPLE_CONTENT, STARTER_CONTENT } from '../src/settings.ts'
import { temporaryFolder } from './journeys/server.ts'

const PARTS = [
  'src',
  SAMPLE_CONTENT,
  STARTER_CONTENT,
  'content/words',
  'netlify',
  'netlify.toml',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
]
const PACKAGES = 'node_modules'
/** Astro and Vite keep what they made there: with its own, a copy shares no files with another build. */
const CACHES = new Set(['.astro', '.vite'])

/** @returns the folder, which shares the installed packages */
export function copyProject(): string {
  const project = temporaryFolder()
  for (const part of PARTS) cpSync(part, join(project, part), { recursive: true })
  mkdirSync(join(project, PACKAGES))
  for (const name of readdirSync(PACKAGES).filter((entry) => !CACHES.has(entry)))
    symlinkSync(resolve(PACKAGES, name), join(project, PACKAGES, name))
  return project
}
