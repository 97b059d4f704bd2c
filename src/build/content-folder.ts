/** The folder of the firm's texts, from the project's folder, in which the build runs. */
import { existsSync } from 'node:fs'
import { readContentFolder } from '../settings.ts'

export const CONTENT_FOLDER = readContentFolder(process.env, existsSync)
