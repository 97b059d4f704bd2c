import type { Config } from '@netlify/functions'
import { fallback } from '../../src/server/fallback.ts'
import { serve } from '../../src/server/netlify.ts'

export default serve('missing-area', fallback)

export const config: Config = {
  path: '/api/v1/practice-areas/:id',
  method: 'GET',
  preferStatic: true,
}
