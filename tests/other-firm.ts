/**
 * A firm with a color and a logo of its own, and without the drawings of the sample.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from './project-copy.ts'

export const NAVY = '#1f3a6e'
export const NAME = 'Ortiz & Lund, P.A.'
/** A sign, five high and four wide, and a word mark. */
export const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50"><rect width="40" height="50" fill="#c8862a"/></svg>`
export const WIDE = SIGN.replaceAll('40', '300')

/**
 * Builds its site.
 * @param logo an SVG
 * @returns the folder of its project
 */
export function buildOtherFirm(logo: string): string {
  const project = copyProject()
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(project, 'content/sample', file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    )
  }
  for (const file of ['firm.md', 'es/firm.md']) {
    edit(file, /^name: .*$/m, `name: ${NAME}`)
    edit(file, /^responsibleAttorney: .*$/m, 'responsibleAttorney: Ana Ortiz')
    edit(file, /^ {2}street: .*$/m, '  street: 1 Bay Street')
    edit(file, /^telephone: .*$/m, 'telephone: "+1-904-555-0100"')
    edit(file, /^email: .*$/m, 'email: office@ortizlund.example')
  }
  for (const folder of ['lawyers', 'es/lawyers']) rmSync(join(project, 'content/sample', folder), { recursive: true })
  for (const file of globSync('**/*.md', { cwd: join(project, 'content/sample') })) edit(file, /^drawing: .*\n/m, '')
  edit('firm.md', /^reviewed:/m, `accent: "${NAVY}"\nlogo: logo.svg\nreviewed:`)
  writeFileSync(join(project, 'content/sample/logo.svg'), logo)
  execFileSync(process.execPath, ['src/commands/build.ts'], {
    cwd: project,
    stdio: 'ignore',
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '' },
  })
  return project
}
