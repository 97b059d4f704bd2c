import { answerIcon } from '../build/emblem.ts'
import { ICON_RADIUS } from '../build/icon.ts'

export const GET = answerIcon(96, ICON_RADIUS)
