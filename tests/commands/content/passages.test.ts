/** Paragraphs on one line, as the web editor shows them. */
import { expect, it } from 'vitest'
import { unwrapped } from '../../../src/commands/content/passages.ts'

it.each([
  ['One\ntwo\nthree.\n\nFour\n**five**.\n', 'One two three.\n\nFour **five**.\n'],
  ['- One\n  two\n- Three\n\n1. Four\n   five\n2. Six\n', '- One two\n- Three\n\n1. Four five\n2. Six\n'],
  ['## Head\nText\n`code`\n', '## Head\nText `code`\n'],
  ['| a |\n|---|\n| b |\n\n> Said\n> so\n', '| a |\n|---|\n| b |\n\n> Said\n> so\n'],
  ['```\na\nb\n\nc\n```\n\nd\ne\n', '```\na\nb\n\nc\n```\n\nd e\n'],
  ['a\n{#mcp}\nb\nc\n{/mcp}\n', 'a\n{#mcp}\nb c\n{/mcp}\n'],
  ['a\n{#mcp}b{/mcp}\n', 'a {#mcp}b{/mcp}\n'],
])('%j', (text, expected) => expect(unwrapped(text)).toBe(expected))
