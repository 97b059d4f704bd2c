/** Builds of the site. The journeys and the site tests share one build of the sample. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SAMPLE_CONTENT } from '../src/settings.ts'

export async function buildProject(project: string, env: Record<string, string> = {}, options: string[] = []) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/commands/build.ts', ...options], {
    cwd: project,
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '', CONTENT_DIR: SAMPLE_CONTENT, ...env },
  })
  return stdout + stderr
}

export default async function build(): Promise<void> {
  await buildProject('.', {}, ['--functions'])
}
