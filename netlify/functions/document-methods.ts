import { notFound } from '../../src/api/not-found.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('document-methods', notFound)
