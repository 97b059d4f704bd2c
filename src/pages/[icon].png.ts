/** The icons that are PNG files. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { ICON_RADIUS, iconPng } from '../build/icon.ts'
import { getIconOf } from '../build/logo.ts'

/** Width and height in pixels, and the radius of the corners in units of the icon. */
const ICONS = { favicon: { size: 96, radius: ICON_RADIUS }, 'apple-touch-icon': { size: 180, radius: 0 } }
type Icon = (typeof ICONS)['favicon']

export const getStaticPaths = (() =>
  Object.entries(ICONS).map(([icon, props]) => ({ params: { icon }, props }))) satisfies GetStaticPaths

export const GET: APIRoute<Icon> = async ({ props: { size, radius } }) =>
  new Response(new Uint8Array(await iconPng(await getIconOf(), size, radius)), {
    headers: { 'Content-Type': 'image/png' },
  })
