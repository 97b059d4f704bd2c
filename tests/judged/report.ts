/**
 * Findings of judges that are not fixed: tests/README.md gives the reason for each, in its table.
 */
import { readFileSync } from 'node:fs'

/** @returns the findings of a tool that are answered, sorted */
export function reportRow(tool: string): string[] {
  const rows = readFileSync('tests/README.md', 'utf8').matchAll(/^\| `([\w-]+)` \| `?([^`|]+?)`? \|/gm)
  return [...rows].flatMap(([, of, finding]) => (of === tool ? [finding ?? ''] : [])).sort()
}
