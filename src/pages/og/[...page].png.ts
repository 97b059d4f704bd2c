import type { APIRoute, GetStaticPaths } from 'astro'
import { DRAWINGS } from '../../build/drawings.ts'
import { getIconSource } from '../../build/logo.ts'
import { shareCard } from '../../build/share-card.ts'
import { getFirm, getListedPages, type ListedPage } from '../../build/content.ts'
import { nationalTelephone } from '../../telephone.ts'

/** The picture of a page has the page's path, without the trailing slash. */
export const getStaticPaths = (async () =>
  (await getListedPages()).map((page) => ({
    params: { page: new URL(page.url).pathname.slice(1).replace(/\/$/, '') || 'index' },
    props: { ...page },
  }))) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props }) => {
  const { title, drawing, portrait } = props as ListedPage
  const { address, telephone } = await getFirm()
  const png = await shareCard({
    title,
    signature: `${address.city}, ${address.state}  ·  ${nationalTelephone(telephone)}`,
    drawing: drawing && DRAWINGS[drawing],
    portrait,
    firm: await getIconSource(),
  })
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } })
}
