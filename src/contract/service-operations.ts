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
  summary: 'Whether the service can store',
  description:
    'For monitoring. Returns "ready" after something was written to the storage, read and removed again. If that fails, ' +
    'the problem says in `failed` which of the three it was, or `check` when the storage is damaged. The storage is checked once in five seconds at most; ' +
    'in between, the last result is returned.',
  limit: 'ready',
  output: Ready,
} as const satisfies FunctionOperation
