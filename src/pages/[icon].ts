import type { APIRoute, GetStaticPaths } from 'astro'
import { icon, ICON_RADIUS, iconPng } from '../build/icon.ts'
import { getIconSource } from '../build/logo.ts'

export const getStaticPaths = (async () => {
  const firm = await getIconSource()
  const png = (size: number, radius: number) => ({ mediaType: 'image/png', bytes: iconPng(firm, size, radius) })
  const pictures = {
    'favicon.svg': { mediaType: 'image/svg+xml', bytes: icon(firm, ICON_RADIUS) },
    'favicon.png': png(96, ICON_RADIUS),
    'apple-touch-icon.png': png(180, 0),
    ...(firm.logo && { [firm.logo.path.slice(1)]: firm.logo }),
  }
  return Object.entries(pictures).map(([name, props]) => ({ params: { icon: name }, props }))
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ props: { mediaType, bytes } }) =>
  new Response(await (bytes as Promise<BodyInit> | BodyInit), { headers: { 'Content-Type': mediaType as string } })
