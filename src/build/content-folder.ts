/** The folder of the firm's texts. A relative path works, because the build runs in the project's folder. */
import { existsSync } from 'node:fs'
import { readContentFolder } from '../settings.ts'

export const CONTENT_FOLDER = readContentFolder(process.env, existsSync)
