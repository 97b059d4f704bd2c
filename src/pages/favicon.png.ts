import { ICON_RADIUS, iconPng } from '../build/icon.ts'

export const GET = iconPng(96, ICON_RADIUS)
