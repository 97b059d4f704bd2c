import { iconPng } from './_icon-png.ts'

export const GET = iconPng(96, 12)
