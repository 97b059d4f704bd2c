/**
 * What the check says, where people who edit on GitHub see it: notes on the lines of the files, and the summary of the run.
 * Source: GitHub's workflow commands, https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
import { appendFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ContentFault, faultOnLine } from './fault.ts'
import type { Report } from './report.ts'

/** The title of the summary, and of the issue that the workflow opens. */
export const ISSUE_TITLE = 'A text did not pass the check'

type Environment = Readonly<Record<string, string | undefined>>

/** Writes what was found for GitHub, when this runs there. Its log is printed, by the folder's path in its repository. */
export function reportToGitHub(found: Report, folder: string, env: Environment, print: (line: string) => void): void {
  if (env.GITHUB_ACTIONS !== 'true') return
  for (const fault of found.faults) print(annotation('error', fault, folder))
  for (const fault of found.advice) print(annotation('warning', fault, folder))
  if (env.GITHUB_STEP_SUMMARY && found.faults.length > 0)
    appendFileSync(env.GITHUB_STEP_SUMMARY, summaryOf(found.faults, folder))
}

function annotation(kind: 'error' | 'warning', { file, line, ...fault }: ContentFault, folder: string): string {
  const place = `file=${inProperty(posix.join(folder, file))},line=${line}`
  return `::${kind} ${place}::${inCommand(faultOnLine(fault))}`
}

const inCommand = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const inProperty = (text: string) => inCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Everything that is to be fixed, as Markdown. */
function summaryOf(faults: readonly ContentFault[], folder: string): string {
  const lines = faults.map(({ file, line, ...fault }) => {
    const place = inMarkdown(`${posix.join(folder, file)}, line ${line}`.replace(/\p{Cc}/gu, '?'))
    return `- **${place}:** ${inMarkdown(faultOnLine(fault))}`
  })
  return [
    `## ${ISSUE_TITLE}`,
    'The site stays as it was until this is fixed. Change each text as it says here, and save it:',
    lines.join('\n'),
    '',
  ].join('\n\n')
}

/** Shows a text as it is, but for what stands between backticks. */
const inMarkdown = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_{}[\]<>#|~@]/g, '\\$&')))
    .join('')
