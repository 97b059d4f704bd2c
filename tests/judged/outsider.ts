/** The tools of others: installed apart from the project, so that people who only want the site do not install them. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

export const OUTSIDERS = resolve('tests/judged/outsiders/node_modules')
export const loadOutsider = createRequire(`${OUTSIDERS}/`)
