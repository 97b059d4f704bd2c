import type { APIRoute, GetStaticPaths } from 'astro'
import { card } from '../../build/share-card.ts'
import { getFirm } from '../../build/content.ts'
import { getListed, type Listed } from '../../build/listed.ts'

/** The card of a page has the page's address, without its last slash. */
export const getStaticPaths = (async () => {
  const listed = await getListed()
  return listed.map((page) => ({
    params: { page: new URL(page.url).pathname.slice(1).replace(/\/$/, '') || 'index' },
    props: { ...page },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { title, drawing } = props as Listed
  const { name, address } = await getFirm()
  const png = await card(title, `${name}  ·  ${address.city}, ${address.state}`, drawing)
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } })
}
