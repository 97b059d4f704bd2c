/**
 * A form that was not processed because its session had ended or its token was of an earlier one. It is carried through
 * signing in as a hidden field, and shown filled in again. It is never processed automatically: the member must send it once
 * more, with the token of the new session.
 */
import * as z from 'zod'
import { hasFiles, readForm, readFormWithFiles } from '../http/body.ts'
import { Problem } from '../problem.ts'
import type { DeskRow } from './page.ts'

/** Name of the hidden field. */
export const UNSENT_FIELD = 'kept'
/** Largest form of the desk, bytes. More than a note may have, so that a note that is too long can be shown again and shortened. */
export const MAX_FORM_BYTES = 128 * 1024
/** Largest sign-in form, bytes: encoding makes the unsent form in it about three times as large. */
export const MAX_SIGN_IN_BYTES = 4 * MAX_FORM_BYTES

export const NOT_DONE_YET =
  'Nothing was stored or done yet: you signed in again after this form was opened. What you wrote is still in it. Send it again if it is still right.'

/**
 * Reads the form of a page.
 * @param row of the page, if there is one
 * @throws Problem as `readForm`
 */
export const readDeskForm = (request: Request, row: DeskRow | undefined): Promise<URLSearchParams> =>
  row?.maxUploadBytes !== undefined && hasFiles(request)
    ? readFormWithFiles(request, row.maxUploadBytes)
    : readForm(request, MAX_FORM_BYTES)

/**
 * Reads a form that is to be kept through signing in.
 * @returns undefined when it cannot be kept: its page does not restore forms, or it takes files and they are too large
 * @throws Problem as `readForm`
 */
export async function readKeptForm(request: Request, row: DeskRow | undefined): Promise<URLSearchParams | undefined> {
  if (request.method !== 'POST' || !row?.restore) return undefined
  if (row.maxUploadBytes === undefined) return readDeskForm(request, row)
  try {
    return await readDeskForm(request, { ...row, maxUploadBytes: MAX_FORM_BYTES })
  } catch (error) {
    if (error instanceof Problem && error.code === 'content-too-large') return undefined
    throw error
  }
}

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
