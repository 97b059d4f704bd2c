/**
 * `npm run check:content`: says in plain words what is wrong in `content/`, and where. Runs before every build.
 */
import { resolve } from 'node:path'
import { checkContent } from './content-check.ts'

const faults = checkContent(resolve(import.meta.dirname, '../..'))
for (const { file, line, field, message } of faults) {
  console.error(`${file}:${line}  ${field ? `\`${field}\` ` : ''}${message}`)
}
if (faults.length > 0) {
  console.error(`\n${faults.length === 1 ? 'One thing' : `${faults.length} things`} to mend in content/. Nothing was built.`)
  process.exit(1)
}
console.log('content/ is in order.')
