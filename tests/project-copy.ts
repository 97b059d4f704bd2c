/**
 * A copy of the project in a temporary folder, for tests that edit it.
 */
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryFolder } from './journeys/server.ts'

const PARTS = ['src', 'content', 'netlify', 'netlify.toml', 'astro.config.mjs', 'tsconfig.json', 'package.json']

/** @returns its folder; the installed packages are shared */
export function copyProject(): string {
  const project = temporaryFolder()
  for (const part of PARTS) cpSync(part, join(project, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  return project
}
