/**
 * Parts of the desk's forms.
 */
import { html } from 'hono/html'
import type { Html, SignedIn } from '../page.ts'

/** The hidden fields of a form: the CSRF token, and the given fields. */
export function hiddenFields(
  { csrf }: Pick<SignedIn, 'csrf'>,
  fields: Readonly<Record<string, string | number>> = {},
): Html {
  return html`${Object.entries({ csrf, ...fields }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

interface Field {
  name: string
  label: string
  value: string
  /** Attributes that mark an invalid field. */
  mark?: Html
}

/**
 * A select box.
 * @param id its name if left out; unique on the page
 * @param options values and their labels
 */
export function selectField({
  name,
  id = name,
  label,
  value: chosen,
  options,
  mark = html``,
}: Field & { id?: string; options: readonly (readonly [string, string])[] }): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}"${mark}>${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select>
  </div>`
}

/**
 * A text area.
 * @param id unique on the page, where several forms may have a field of the same name
 * @param rows lines that it shows
 */
export function textField({
  id,
  name,
  label,
  value,
  rows = 4,
  mark = html``,
}: Field & { id: string; rows?: number }): Html {
  // HTML parsers drop a line break at the start of a textarea; this extra one saves the text's own.
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <textarea id="${id}" name="${name}" rows="${rows}"${mark}>${`\n${value}`}</textarea>
  </div>`
}
