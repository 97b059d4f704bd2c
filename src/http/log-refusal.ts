/**
 * Logs a refused request, with the number of those that were left out before it, or leaves it out too.
 */
import type { Caller, Service } from '../service/service.ts'

interface Refusal {
  /** One of a table of errors. */
  code: string
  /** For the log only; never personal data. */
  reason?: string | undefined
}

/**
 * @param caller is counted and never logged: addresses are personal data
 * @param event name of the line
 */
export function logRefusal(
  { refusals, log }: Pick<Service, 'refusals' | 'log'>,
  caller: Caller,
  { code, reason }: Refusal,
  event = 'request.refused',
): void {
  const leftOut = refusals.count(`${event} ${code}`, caller.address)
  if (leftOut !== undefined) log(event, { code, ...(reason && { reason }), ...(leftOut > 0 && { leftOut }) })
}
