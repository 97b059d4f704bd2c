import type { APIRoute, GetStaticPaths } from 'astro'
import { SKILLS, skillMd } from '../../../../contract/documents/skills.ts'
import { base, getFirm } from '../../../../build/content.ts'

export const getStaticPaths = (() =>
  SKILLS.map((skill) => ({ params: { name: skill.name }, props: { skill } }))) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) =>
  new Response(skillMd(props.skill as (typeof SKILLS)[number], base, await getFirm()))
