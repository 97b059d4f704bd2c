/**
 * The person's answer to whether a lawyer already represents them in the matter. The staff see what the answer means for speaking with the
 * person. Source: Rules Regulating The Florida Bar, rule 4-4.2 and its comment.
 */
export const LAWYER_ANSWERS = ['yes', 'no'] as const
export type LawyerAnswer = (typeof LAWYER_ANSWERS)[number]

export const LAWYER_MEANS: Readonly<Record<LawyerAnswer, string>> = {
  yes: 'This person says that a lawyer represents them in this matter. Do not discuss it with them before you know that you are free to (rule 4-4.2): if the firm represents anyone else in it, that person’s lawyer must agree first. If it does not, a second opinion is allowed: ask whether they want one, or another lawyer.',
  no: 'This person says that no lawyer represents them in this matter. Rule 4-4.2 does not keep you from discussing it with them while that is so: ask again when you speak. If the firm acts for the other side, give no advice except to get a lawyer (rule 4-4.3).',
}
/** For an inquiry without an answer. */
export const LAWYER_UNKNOWN =
  'This person has not said whether a lawyer represents them in this matter: ask before you discuss it (rule 4-4.2). A public defender or a lawyer whom a court appointed counts.'
