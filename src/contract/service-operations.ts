import * as z from 'zod'
import { PATHS } from '../site.ts'
import { FUNCTION, type FunctionOperation } from './operation.ts'

export const Health = z
  .object({ status: z.literal('ok').describe('The text "ok" when the service is reachable.') })
  .describe('The state of the service.')

const Ready = z
  .object({ status: z.literal('ready').describe('The text "ready" when the service can store what it is sent.') })
  .describe('Whether the service can store.')

export const getReady = {
  ...FUNCTION,
  path: PATHS.ready,
  offer: 'always',
  tag: 'Service',
  limit: 'ready',
  output: Ready,
} as const satisfies FunctionOperation
