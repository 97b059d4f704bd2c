import { iconPng } from '../build/icon-png.ts'

export const GET = iconPng(96, 12)
