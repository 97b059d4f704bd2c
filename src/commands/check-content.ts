/**
 * `npm run check:content`: says in plain words what is wrong in `content/`, and where. Runs before every build.
 * Exits with 1 on a fault; advice is printed only.
 */
import { resolve } from 'node:path'
import { adviseOnContent } from './content/advice.ts'
import { checkContent } from './content/faults.ts'
import { type ContentFault, readContent } from './content/files.ts'

const root = resolve(import.meta.dirname, '../..')
const printFault = (kind: string, { file, line, field, message }: ContentFault) =>
  console.error(`${file}:${line}  ${kind}${field ? `\`${field}\` ` : ''}${message}`)

const content = readContent(root)
const { SITE_URL = '', URL: netlifyUrl = '' } = process.env
const faults = checkContent(content, [SITE_URL, netlifyUrl])
for (const advice of adviseOnContent(content, new Date())) printFault('please look: ', advice)
for (const fault of faults) printFault('', fault)
if (faults.length > 0) {
  console.error(
    `\n${faults.length === 1 ? 'One thing' : `${faults.length} things`} to fix in content/. Nothing was built.`,
  )
  process.exit(1)
}
console.log('content/ is in order.')
