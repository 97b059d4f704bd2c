/**
 * Parts of the desk's forms.
 */
import { html } from 'hono/html'
import type { Html, SignedIn } from '../page.ts'

/** The hidden fields of a form: the token that shows it was drawn here, and what the form is about. */
export function hiddenFields(
  { csrf }: Pick<SignedIn, 'csrf'>,
  fields: Readonly<Record<string, string | number>> = {},
): Html {
  return html`${Object.entries({ csrf, ...fields }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

interface Field {
  /** Of the field as it is sent. */
  name: string
  label: string
  value: string
  /** Attributes of a field that is to be corrected. */
  mark?: Html
}

/**
 * A choice. Its name is also its id.
 * @param options values and their words
 */
export function selectField({
  name,
  label,
  value: chosen,
  options,
  mark = html``,
}: Field & { options: readonly (readonly [string, string])[] }): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}"${mark}>${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select>
  </div>`
}

/**
 * A field of several lines.
 * @param id of the field; several forms of a page have a field of the same name
 */
export function textField({ id, name, label, value, mark = html`` }: Field & { id: string }): Html {
  // A parser drops the first line end of a textarea: without one of its own, it would take the text's.
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <textarea id="${id}" name="${name}" rows="4"${mark}>${`\n${value}`}</textarea>
  </div>`
}
