/** `GET /api/v1/ready`, for the operator's monitoring. */
import { getReady } from '../contract/service-operations.ts'
import { unavailable } from '../problem.ts'
import { checkReadiness } from '../service/readiness.ts'
import { endpoint } from './operation-endpoint.ts'

export const ready = endpoint(getReady, async (service) => {
  const failed = await checkReadiness(service)
  if (failed) throw unavailable(failed)
  return { status: 'ready' as const }
})
