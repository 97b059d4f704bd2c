/** The person says which ways are safe, because other people may read their mail or hear their messages. */

/** `telephone` is a call; `voicemail` is a recorded message. */
export const WAYS = ['email', 'telephone', 'voicemail'] as const
export type Way = (typeof WAYS)[number]

interface Reach {
  email?: string | undefined
  safeContact?: readonly Way[] | undefined
}

/** Without an answer, all ways are safe. */
export const isSafe = ({ safeContact }: Pick<Reach, 'safeContact'>, way: Way): boolean =>
  safeContact === undefined || safeContact.includes(way)

/** The result is undefined when there is no address, or mail is not safe. */
export const safeEmail = (reach: Reach): string | undefined => (isSafe(reach, 'email') ? reach.email : undefined)

export function telephoneWarning(reach: Pick<Reach, 'safeContact'>): string | undefined {
  if (isSafe(reach, 'telephone')) return isSafe(reach, 'voicemail') ? undefined : 'leave no message'
  return isSafe(reach, 'voicemail') ? 'do not call, a message is safe' : 'not safe: do not call'
}

/** Source: Rules Regulating The Florida Bar, rule 4-4.2 and its comment. */
export const LAWYER_ANSWERS = ['yes', 'no'] as const
type LawyerAnswer = (typeof LAWYER_ANSWERS)[number]

export const LAWYER_MEANS: Readonly<Record<LawyerAnswer, string>> = {
  yes: 'This person says that a lawyer represents them in this matter. Do not discuss it with them before you know that you are free to (rule 4-4.2): if the firm represents anyone else in it, that person’s lawyer must agree first. If it does not, a second opinion is allowed: ask whether they want one, or another lawyer.',
  no: 'This person says that no lawyer represents them in this matter. Rule 4-4.2 does not keep you from discussing it with them while that is so: ask again when you speak. If the firm acts for the other side, give no advice except to get a lawyer (rule 4-4.3).',
}
export const LAWYER_UNKNOWN =
  'This person has not said whether a lawyer represents them in this matter: ask before you discuss it (rule 4-4.2). A public defender or a lawyer whom a court appointed counts.'

/** Source: Rules Regulating The Florida Bar, rule 4-7.18. */
export const WRITING_FOR = ['self', 'someone_else'] as const

export const FOR_SOMEONE_ELSE =
  'Do not contact the other person unless they ask you to (rule 4-7.18): answer the writer.'
