/** The tools of others: installed apart from the project, so that people who only want the site do not install them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const OUTSIDERS = resolve('tests/judged/outsiders/node_modules')

/** The version of a tool that is installed. */
export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(`${OUTSIDERS}/${name}/package.json`, 'utf8')) as { version: string }).version
}
