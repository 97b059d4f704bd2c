/** The words for the fields of the form. */
import type { FieldName } from '../inquiries/inquiry-fields.ts'
import { LIMITS } from '../inquiries/inquiry-request.ts'
import { type Language, withCommas } from '../language.ts'
import { fill, WORDS } from '../words.ts'

interface FieldWords {
  label: string
  hint?: string
  /** Shown when a required field is empty. */
  missing?: string
  /** Shown when the value is invalid. It says what is valid. */
  wrong: string
}

/** `{most}` in the words is replaced with the maximum length of the field. */
export function fieldWords(name: FieldName, language: Language): FieldWords {
  const fields: Readonly<Record<FieldName, FieldWords>> = WORDS[language].form.fields
  const limits: Readonly<Partial<Record<FieldName, { max: number }>>> = LIMITS
  const most = withCommas(limits[name]?.max ?? 0)
  const { label, hint, missing, wrong } = fields[name]
  return {
    label,
    wrong: fill(wrong, { most }),
    ...(hint !== undefined && { hint: fill(hint, { most }) }),
    ...(missing !== undefined && { missing }),
  }
}
