import { iconPng } from '../build/icon-png.ts'

export const GET = iconPng(180, 0)
