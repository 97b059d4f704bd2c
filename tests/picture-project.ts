/**
 * A copy of the project with what editors put into texts: a photograph as a telephone wrote it, drawings, a wide table, long words.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { photograph } from './photograph.ts'
import { copyProject } from './project-copy.ts'

/** The folder and the name of the text that has all of it. */
const AREAS = 'content/sample/practice-areas'
export const AREA = 'practice-areas/animal-law'

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700"><rect width="100%" height="100%" fill="#fff"/><path d="M9 9L700 690L1390 9" stroke="#0b5a52" stroke-width="9" fill="none"/></svg>'

const TABLE = `| Court | Filing fee | Summons | Jury demand | Certified copies | Where |
| --- | --- | --- | --- | --- | --- |
| Small claims | $175 to $300 | $10 | (386) 555-0142 | $2 | DeLand |
`

const TEXT = `
![The river "in May" & the mill](./river.jpg)

## More

![The same river](./river.jpg "Seen again")

![A map](./map.png)

![A plan](./plan.svg)

${TABLE}
| Short | Long |
| --- | --- |
| A letter | one hundred and seventy-five dollars |

A ${'very-long-'.repeat(9).replaceAll('-', '')}word, <https://www.example.com/${'address/'.repeat(12)}> and \`${'code'.repeat(30)}\`.

## ${'Bundesverfassung'.repeat(4)}

- ${'item'.repeat(30)}

\`\`\`
curl -fsSL https://www.example.com/${'address/'.repeat(12)}
\`\`\`
`

/** @returns its folder, not built yet */
export async function copyWithPictures(): Promise<string> {
  const project = copyProject()
  const areas = join(project, AREAS)
  writeFileSync(join(areas, 'river.jpg'), await photograph())
  await sharp(Buffer.from(DRAWING)).png().toFile(join(areas, 'map.png'))
  writeFileSync(join(areas, 'plan.svg'), DRAWING)
  const text = join(project, 'content/sample', `${AREA}.md`)
  const [, fields] = /^(---\n.*?\n---\n)/s.exec(readFileSync(text, 'utf8')) ?? []
  writeFileSync(text, `${fields}${TEXT}`)
  copyFileSync(join(areas, 'river.jpg'), join(project, 'content/sample/pages/river.jpg'))
  appendFileSync(join(project, 'content/sample/pages/home.md'), '\n![The river](./river.jpg)\n')
  appendFileSync(join(project, 'content/sample/faq/erase.md'), `\n${TABLE}`)
  return project
}

export const buildProject = (project: string): void =>
  void execFileSync(process.execPath, ['src/commands/build.ts'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SITE_URL: 'http://localhost:8888', CMS_REPO: '' },
  })
