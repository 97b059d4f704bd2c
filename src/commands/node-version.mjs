/** Exits with one sentence if Node is too old to read TypeScript. It is JavaScript, and loaded before any TypeScript. */
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const oldest = engines.node.replace('>=', '')
const { node: present } = process.versions
if (present.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Front Desk needs Node ${oldest} or later, and this is Node ${present}. Install a newer one, or run \`npm install\`, which brings one.\n`,
  )
  process.exit(1)
}
