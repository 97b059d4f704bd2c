import type { APIRoute, GetStaticPaths } from 'astro'
import { markdownPage } from '../../contract/markdown-page.ts'
import { base, getFirm, getPracticeAreaEntries } from '../_content.ts'

type Entry = Awaited<ReturnType<typeof getPracticeAreaEntries>>[number]

export const getStaticPaths = (async () => (await getPracticeAreaEntries()).map((entry) => ({ params: { slug: entry.id }, props: entry }))) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { data, body = '' } = props as Entry
  return new Response(markdownPage(base, await getFirm(), data.name, `${data.summary}\n\n${body}`))
}
