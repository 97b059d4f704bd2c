/**
 * What somebody wrote into a form that could not be carried out, because their session had ended or the form was drawn in an
 * earlier one. It travels through signing in as a hidden field, and is drawn into its form again. Nothing is carried out by
 * that: whoever wrote it sends it once more, with the token of the new session.
 */
import * as z from 'zod'

/** Name of the hidden field. */
export const UNSENT_FIELD = 'kept'
/** Largest form of the desk, bytes. More than any note may have: what is too long is shown to whoever wrote it, to be cut. */
export const MAX_FORM_BYTES = 128 * 1024
/** Largest form for signing in: in it, each character of what is kept may take some three times the space. */
export const MAX_SIGN_IN_BYTES = 4 * MAX_FORM_BYTES

export const NOT_DONE_YET =
  'Nothing was stored or done yet: you signed in again since this form was drawn. What you wrote is still in it. Send it again if it is still right.'

const Pairs = z.array(z.tuple([z.string(), z.string()]))
/** The token belongs to one session and goes with it. */
const withoutToken = (pairs: readonly [string, string][]) => pairs.filter(([name]) => name !== 'csrf')

/** @returns the fields of a form as one text in one line */
export const packForm = (form: URLSearchParams): string => JSON.stringify(withoutToken([...form]))

/** @returns the fields; undefined when the text is none of ours */
export function unpackForm(text: string | null): URLSearchParams | undefined {
  if (!text) return undefined
  try {
    return new URLSearchParams(withoutToken(Pairs.parse(JSON.parse(text))))
  } catch {
    return undefined
  }
}
