/** What the person says about safe ways to reach them (others may read or hear messages), about a lawyer, and for whom they write. */

/** `telephone` is a call; `voicemail` is a recorded message. */
export const WAYS = ['email', 'telephone', 'voicemail'] as const
export type Way = (typeof WAYS)[number]

interface Reach {
  safeContact?: readonly Way[] | undefined
}

/** Without an answer, all ways are safe. */
export const isSafe = ({ safeContact }: Reach, way: Way): boolean =>
  safeContact === undefined || safeContact.includes(way)

/** @returns undefined when there is no address, or mail is not safe */
export const safeEmail = (reach: Reach & { email?: string | undefined }): string | undefined =>
  isSafe(reach, 'email') ? reach.email : undefined

export function telephoneWarning(reach: Reach): string | undefined {
  if (isSafe(reach, 'telephone')) return isSafe(reach, 'voicemail') ? undefined : 'leave no message'
  return isSafe(reach, 'voicemail') ? 'do not call, a message is safe' : 'not safe: do not call'
}

/** Source: Rules Regulating The Florida Bar, rule 4-4.2 and its comment. */
export const LAWYER_ANSWERS = ['yes', 'no'] as const

export const LAWYER_MEANS: Readonly<Record<(typeof LAWYER_ANSWERS)[number], string>> = {
  yes: 'They have a lawyer. If the firm represents anyone else in the matter, that lawyer must agree before you discuss it (rule 4-4.2). If not, ask only: a second opinion, or another lawyer?',
  no: 'They say that they have no lawyer: ask again when you speak (rule 4-4.2). If the firm acts for the other side, give no advice except to get a lawyer (rule 4-4.3).',
}
export const LAWYER_UNKNOWN = 'Ask first: do you already have a lawyer? (rule 4-4.2)'

/** Source: Rules Regulating The Florida Bar, rule 4-7.18. */
export const WRITING_FOR = ['self', 'someone_else'] as const

export const FOR_SOMEONE_ELSE =
  'Do not contact the other person unless they ask you to (rule 4-7.18): answer the writer.'
