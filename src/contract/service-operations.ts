import * as z from 'zod'
import { described } from '../described.ts'
import { PATHS } from '../site.ts'
import { FUNCTION, type FunctionOperation } from './operation.ts'

export const Health = described('The state of the service.', {
  status: z.literal('ok').describe('The text "ok" when the service is reachable.'),
})

const Ready = described('Whether the service can store.', {
  status: z.literal('ready').describe('The text "ready" when the service can store what it is sent.'),
})

export const getReady = {
  ...FUNCTION,
  path: PATHS.ready,
  offer: 'always',
  tag: 'Service',
  limit: 'ready',
  output: Ready,
} as const satisfies FunctionOperation
