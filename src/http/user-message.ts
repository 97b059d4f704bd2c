/**
 * A problem in one sentence for a person before a page; programs get theirs from `respond.ts`.
 */
import type { Problem } from '../problem.ts'

export function descriptionOf(problem: Problem): string {
  switch (problem.code) {
    case 'rate-limited':
      return `Too many tries. Please wait ${problem.headers['Retry-After']} seconds.`
    case 'foreign-page':
      return 'Your browser says that this form was sent from another site. Please open the page again.'
    case 'service-unavailable':
    case 'internal-error':
      return 'This could not be stored just now. Nothing was changed. Please go back and try again in a minute.'
    default:
      return problem.detail
  }
}
