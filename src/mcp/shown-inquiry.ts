/** An inquiry as a person is shown it before it is sent: labels and values, in the language that it asks for. */
import { FIELD_NAMES, INQUIRY_FIELDS, inOneText } from '../inquiries/inquiry-fields.ts'
import type { AnyInquiryRequest } from '../inquiries/inquiry-request.ts'
import { printable } from '../inquiries/printable.ts'
import { personFacts } from '../service/person-facts.ts'
import type { Service } from '../service/service.ts'
import { choicesOf } from '../views/contact-form.ts'
import { WORDS } from '../words.ts'

export async function shownRows(
  service: Service,
  inquiry: AnyInquiryRequest,
): Promise<(readonly [label: string, value: string])[]> {
  const { language, practiceAreas } = await personFacts(service, inquiry)
  const { fields } = WORDS[language].form
  const choices = choicesOf({ language, languages: service.languages, practiceAreas })
  return FIELD_NAMES.flatMap((name) => {
    const value = inquiry[name]
    if (value === undefined) return []
    const { control } = INQUIRY_FIELDS[name]
    const known: Readonly<Record<string, string>> = 'from' in control ? choices[control.from] : {}
    const chosen = [value].flat().map((one) => known[String(one)] ?? String(one))
    return [[fields[name].label, printable(inOneText(chosen) ?? '')]]
  })
}
