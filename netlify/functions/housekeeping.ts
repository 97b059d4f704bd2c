import type { Config } from '@netlify/functions'
import { runHousekeeping } from '../../src/service/housekeeping.ts'
import { checkLayout } from '../../src/store/version.ts'
import { serve } from '../../src/hosts/netlify.ts'

// Called by Netlify's clock only: a scheduled function has no address.
export default serve('housekeeping', async (_request, _caller, service) => {
  await checkLayout(service.store)
  await runHousekeeping(service)
  return new Response(null, { status: 204 })
})

export const config: Config = {
  schedule: '@daily',
}
