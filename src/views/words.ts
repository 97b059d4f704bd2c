/** The texts of the interface, one table per language. The firm's own texts are in the content folder. */
import type { Language } from '../language.ts'
import { EN, type Words } from './words-en.ts'
import { ES } from './words-es.ts'

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, es: ES }
