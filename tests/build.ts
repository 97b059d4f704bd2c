/**
 * Before tests that need it: one build of the site, which the journeys serve and the site tests read.
 */
import { buildProject } from './other-firm.ts'

export default async function build(): Promise<void> {
  await buildProject('.', {}, ['--functions'])
}
