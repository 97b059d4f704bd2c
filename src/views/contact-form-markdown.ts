/**
 * The contact form as Markdown: what to read before sending, then how a program sends, and each field.
 */
import { noticesOf } from '../firm/surface-notices.ts'
import { INQUIRY_FIELDS } from '../inquiries/inquiry-fields.ts'
import { pathIn } from '../language.ts'
import { PATHS } from '../site.ts'
import { askedFields, choicesOf, type ContactForm } from './contact-form.ts'
import { WORDS } from './words.ts'

/**
 * @param form what the form is drawn with
 * @param operation method and address to which programs send
 * @returns Markdown; links begin with a slash. Each field has the label that people see and the name that programs send
 */
export function contactFormMarkdown(
  form: Pick<ContactForm, 'language' | 'languages' | 'notices' | 'practiceAreas'>,
  operation: string,
): string {
  const { language, notices } = form
  const words = WORDS[language].form
  const choices = choicesOf(form)
  const fields = askedFields(form).map((name) => {
    const { control, optional } = INQUIRY_FIELDS[name]
    const { label, hint } = words.fields[name]
    const options = Object.entries('from' in control ? choices[control.from] : {})
    return [
      `- \`${name}\`: ${label}${optional ? ` ${words.optional}` : ''}`,
      ...(hint ? [`  ${hint}`] : []),
      ...options.map(([value, text]) => `  - \`${value}\`: ${text}`),
    ].join('\n')
  })
  // As in the form, each begins with what it is about.
  const heads = new Map(noticesOf('form', notices).map((text, index) => [text, words.noticeHeads[index]]))
  return [
    `## ${words.before}`,
    ...noticesOf('formMarkdown', notices).map((text) => (heads.has(text) ? `**${heads.get(text)}** ${text}` : text)),
    words.haveRead,
    `[${words.disclaimer}](${pathIn(language, PATHS.disclaimer)}) · [${words.privacy}](${pathIn(language, PATHS.privacy)})`,
    `${words.forPrograms} \`${operation}\``,
    fields.join('\n'),
  ].join('\n\n')
}
