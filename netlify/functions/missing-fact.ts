import type { Config } from '@netlify/functions'
import { notFound } from '../../src/api/not-found.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('missing-fact', notFound)

export const config: Config = {
  path: [
    '/api/v1/es/firm',
    '/api/v1/practice-areas/:id',
    '/api/v1/es/practice-areas/:id',
    '/api/v1/es/lawyers',
    '/api/v1/es/faq',
  ],
  method: 'GET',
  preferStatic: true,
}
