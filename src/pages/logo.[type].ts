import type { APIRoute, GetStaticPaths } from 'astro'
import { getEmblem, type Logo } from '../build/emblem.ts'

/** None when the firm has no logo. */
export const getStaticPaths = (async () => {
  const { logo } = await getEmblem()
  return logo ? [{ params: { type: logo.path.replace('/logo.', '') }, props: { logo } }] : []
}) satisfies GetStaticPaths

export const GET: APIRoute = ({ props }) => {
  const { bytes, mediaType } = (props as { logo: Logo }).logo
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': mediaType } })
}
