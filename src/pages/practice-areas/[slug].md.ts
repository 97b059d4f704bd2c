import type { APIRoute, GetStaticPaths } from 'astro'
import { markdownPage } from '../../contract/markdown-page.ts'
import { base, getFaq, getFirm, getPracticeAreaEntries } from '../_content.ts'

type Entry = Awaited<ReturnType<typeof getPracticeAreaEntries>>[number]

export const getStaticPaths = (async () => (await getPracticeAreaEntries()).map((entry) => ({ params: { slug: entry.id }, props: entry }))) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { data, body = '' } = props as Entry
  const questions = (await getFaq()).filter(({ topic }) => topic === data.id).map(({ question, answer }) => `### ${question}\n\n${answer}`)
  const asked = questions.length > 0 ? ['## Questions people ask', ...questions] : []
  return new Response(markdownPage(base, await getFirm(), data.name, [data.summary, body.trim(), ...asked].join('\n\n'), data.reviewed))
}
