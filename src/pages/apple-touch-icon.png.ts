import { iconPng } from './_icon-png.ts'

export const GET = iconPng(180, 0)
