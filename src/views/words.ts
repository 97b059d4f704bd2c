/**
 * The texts of the interface, one table per language. The firm's own texts are in the content folder.
 */
import type { Language } from '../language.ts'
import { EN } from './words-en.ts'
import { ES } from './words-es.ts'
import type { Words } from './words-table.ts'

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, es: ES }
