/**
 * What judges find wanting and the README answers with a reason, in its table.
 */
import { readFileSync } from 'node:fs'

/** @returns the findings of a tool that are answered, sorted */
export function reportRow(tool: string): string[] {
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| `([\w-]+)` \| `?([^`|]+?)`? \|/gm)
  return [...rows].flatMap(([, of, finding]) => (of === tool ? [finding ?? ''] : [])).sort()
}
