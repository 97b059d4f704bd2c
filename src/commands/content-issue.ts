/**
 * Keeps one issue on GitHub that says what is wrong in the texts: `node src/commands/content-issue.ts OUTCOME REPORT CHECKED` closes it
 * when the outcome of the workflow is `success`, else opens or updates it with what stands in the file, or with how the check ended. For
 * `.github/workflows/texts.yml`.
 */
import { readFileSync } from 'node:fs'
import { ISSUE_TITLE } from './content/github.ts'

/** In whose name the workflow writes. */
const LOGIN = 'github-actions[bot]'

const [, , outcome, report = '', checked] = process.argv
const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_RUN_ID, GITHUB_TOKEN } = process.env

/** @throws Error when GitHub refuses, with its answer */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues${path}`, {
    method,
    headers: { Accept: 'application/vnd.github+json', Authorization: `Bearer ${GITHUB_TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`GitHub refused ${method} issues${path} (${response.status}): ${await response.text()}`)
  return response.json()
}

const query = `?state=open&creator=${encodeURIComponent(LOGIN)}&per_page=100`
const open = (await ask('GET', query)) as { number: number; title: string }[]
const number = open.find(({ title }) => title === ISSUE_TITLE)?.number
const run = `[what the check said](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID})`

if (outcome === 'success') {
  if (number !== undefined) await ask('PATCH', `/${number}`, { state: 'closed', state_reason: 'completed' })
} else {
  const faults =
    readFileSync(report, 'utf8') ||
    (checked === 'success'
      ? 'The texts passed the check, but the site could not be built.'
      : 'The check could not be run. It may be a setting: see the log.')
  const body = `${faults.trim()}\n\nSee ${run}.`
  if (number === undefined) await ask('POST', '', { title: ISSUE_TITLE, body })
  else await ask('PATCH', `/${number}`, { body })
}
