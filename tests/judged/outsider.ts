/**
 * Where the tools of others are installed: apart from the project, so that whoever only wants the site does not install them.
 */
import { resolve } from 'node:path'

export const OUTSIDERS = resolve('tests/judged/outsiders/node_modules')
