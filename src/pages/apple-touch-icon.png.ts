import { iconPng } from '../build/icon.ts'

export const GET = iconPng(180, 0)
