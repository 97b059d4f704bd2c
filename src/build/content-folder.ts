import { existsSync } from 'node:fs'
import { readContentFolder } from '../settings.ts'

/** The folder of the firm's texts, from the project's folder, in which the build runs. */
export const CONTENT_FOLDER = readContentFolder(process.env, existsSync)
