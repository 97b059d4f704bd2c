/**
 * A form that was not processed because its session had ended or its token was of an earlier one. It is carried through
 * signing in as a hidden field, and shown filled in again. It is never processed automatically: the member must send it once
 * more, with the token of the new session.
 */
import * as z from 'zod'

/** Name of the hidden field. */
export const UNSENT_FIELD = 'kept'
/** Largest form of the desk, bytes. More than a note may have, so that a note that is too long can be shown again and shortened. */
export const MAX_FORM_BYTES = 128 * 1024
/** Largest sign-in form, bytes: encoding makes the unsent form in it about three times as large. */
export const MAX_SIGN_IN_BYTES = 4 * MAX_FORM_BYTES

export const NOT_DONE_YET =
  'Nothing was stored or done yet: you signed in again after this form was opened. What you wrote is still in it. Send it again if it is still right.'

const Pairs = z.array(z.tuple([z.string(), z.string()]))
/** Removes the CSRF token: the new session has another. */
const withoutToken = (pairs: readonly [string, string][]) => pairs.filter(([name]) => name !== 'csrf')

/** @returns the fields of a form as one line of JSON */
export const packForm = (form: URLSearchParams): string => JSON.stringify(withoutToken([...form]))

/** @returns the fields; undefined when the text is not from `packForm` */
export function unpackForm(text: string | null): URLSearchParams | undefined {
  if (!text) return undefined
  try {
    return new URLSearchParams(withoutToken(Pairs.parse(JSON.parse(text))))
  } catch {
    return undefined
  }
}
