/**
 * Each thing once: lengths of time, times in words, the rule for e-mail addresses, sentences.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const files = globSync(['src/**/*.{ts,astro}', 'netlify/**/*.ts']).sort()

/** The code of a file; of an Astro page its frontmatter. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text
}

/** Every node of a file's syntax tree. */
function* nodesOf(file: string): Generator<ts.Node> {
  const open: ts.Node[] = [ts.createSourceFile(file, codeOf(file), ts.ScriptTarget.Latest, true)]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    node.forEachChild((child) => void open.push(child))
  }
}

/** Files in whose code something stands. */
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(codeOf(file)))

describe('one place', () => {
  it('names the lengths of time', () => {
    expect(filesWith(/\b(SECOND|MINUTE|HOUR|DAY)_(MS|SECONDS) =/)).toEqual(['src/duration.ts'])
    // The demo agent is to be copied, so it stands alone.
    expect(filesWith(/\b(60 \* 60|24 \* 60|60 \* 1000|60_?000|3_?600|86_?400)\b/)).toEqual([
      'src/commands/demo-agent.ts',
    ])
  })

  it('puts times into words', () => {
    expect(filesWith(/\.toLocale(Date|Time)String\(|\b(date|time)Style\b.*:|\bDateTimeFormat\b/)).toEqual([
      'src/dates.ts',
    ])
  })

  it('says what an e-mail address is', () => {
    expect(filesWith(/\bz\.email\(/)).toEqual([])
    expect(filesWith(/@.*\\p\{L\}|\\p\{L\}.*@/)).toEqual([])
  })

  it('holds each sentence that several files need', () => {
    const places = new Map<string, Set<string>>()
    for (const file of files) {
      for (const node of nodesOf(file)) {
        if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node))
          continue
        // Markup ends a sentence too.
        for (const sentence of node.text.split(/(?<=[.!?:]) |<[^>]*>|\n/).map((text) => text.trim())) {
          // Shorter ones say the same by chance.
          if (sentence.length < 45 || !sentence.includes(' ')) continue
          places.set(sentence, (places.get(sentence) ?? new Set()).add(file))
        }
      }
    }
    expect(places.size).toBeGreaterThan(500)
    expect([...places].filter(([, found]) => found.size > 1)).toEqual([])
  })
})
