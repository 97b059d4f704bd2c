/** Which ways to reach the person are safe, as the person says. Others may read their mail or hear their messages. */

/** `telephone`: a call; `voicemail`: a message that is left there. */
export const WAYS = ['email', 'telephone', 'voicemail'] as const
export type Way = (typeof WAYS)[number]

/** What a person said of how to reach them. */
export interface Reach {
  email?: string | undefined
  safeContact?: readonly Way[] | undefined
}

/** Without an answer all ways are. */
export const isSafe = ({ safeContact }: Pick<Reach, 'safeContact'>, way: Way): boolean =>
  safeContact === undefined || safeContact.includes(way)

/** The address to which mail may be sent; undefined when there is none, or when mail is not safe. */
export const safeEmail = (reach: Reach): string | undefined => (isSafe(reach, 'email') ? reach.email : undefined)

/** What to keep in mind at a telephone number; undefined when there is nothing. */
export function telephoneWarning(reach: Pick<Reach, 'safeContact'>): string | undefined {
  if (isSafe(reach, 'telephone')) return isSafe(reach, 'voicemail') ? undefined : 'leave no message'
  return isSafe(reach, 'voicemail') ? 'do not call, a message is safe' : 'not safe: do not call'
}
