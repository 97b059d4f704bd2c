import { answerIcon } from '../build/emblem.ts'

export const GET = answerIcon(180, 0)
