/** The ways to reach a person that are safe, as the person says. Other people may read their mail or hear their messages. */

/** `telephone` is a call; `voicemail` is a recorded message. */
export const WAYS = ['email', 'telephone', 'voicemail'] as const
export type Way = (typeof WAYS)[number]

export interface Reach {
  email?: string | undefined
  safeContact?: readonly Way[] | undefined
}

/** Without an answer, all ways are safe. */
export const isSafe = ({ safeContact }: Pick<Reach, 'safeContact'>, way: Way): boolean =>
  safeContact === undefined || safeContact.includes(way)

/** The address to which mail may be sent; undefined when there is none, or when mail is not safe. */
export const safeEmail = (reach: Reach): string | undefined => (isSafe(reach, 'email') ? reach.email : undefined)

/** A warning to show at the telephone number, if any. */
export function telephoneWarning(reach: Pick<Reach, 'safeContact'>): string | undefined {
  if (isSafe(reach, 'telephone')) return isSafe(reach, 'voicemail') ? undefined : 'leave no message'
  return isSafe(reach, 'voicemail') ? 'do not call, a message is safe' : 'not safe: do not call'
}
