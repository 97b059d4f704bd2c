/** Builds of the site. Before tests that need only the sample: one build, which the journeys serve and the site tests read. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SAMPLE_CONTENT } from '../src/settings.ts'

/** Builds a project. @returns what the build said */
export async function buildProject(
  project: string,
  env: Record<string, string> = {},
  options: string[] = [],
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/commands/build.ts', ...options], {
    cwd: project,
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '', CONTENT_DIR: SAMPLE_CONTENT, ...env },
  })
  return stdout + stderr
}

export default async function build(): Promise<void> {
  await buildProject('.', {}, ['--functions'])
}
