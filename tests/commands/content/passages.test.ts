/** Paragraphs on one line, as the web editor shows them. */
import { expect, it } from 'vitest'
import { unwrapped } from '../../../src/commands/content/passages.ts'
import { yamlOf } from '../../table.ts'

const ROWS = yamlOf<[string, string][]>('tests/commands/content/passages.yaml')
it.each(ROWS)('%j', (text, expected) => expect(unwrapped(text)).toBe(expected))
