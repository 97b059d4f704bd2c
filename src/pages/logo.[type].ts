import type { APIRoute, GetStaticPaths } from 'astro'
import { getIconOf, type Logo } from '../build/logo.ts'

/** There is no file when the firm has no logo. */
export const getStaticPaths = (async () => {
  const { logo } = await getIconOf()
  return logo ? [{ params: { type: logo.path.replace('/logo.', '') }, props: { logo } }] : []
}) satisfies GetStaticPaths

export const GET: APIRoute = ({ props }) => {
  const { bytes, mediaType } = (props as { logo: Logo }).logo
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': mediaType } })
}
