import { iconPng } from '../build/icon.ts'

export const GET = iconPng(96, 12)
