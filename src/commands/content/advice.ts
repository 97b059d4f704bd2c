/**
 * Advice on the content: what a lawyer should look at before it is published. It stops no build.
 */
import { FirmFile } from '../../firm/firm.ts'
import { nationalTelephone } from '../../firm/national-telephone.ts'
import { inBraces } from '../../firm/placeholders.ts'
import { FIRM_FILE } from '../../settings.ts'
import { type Content, type ContentFault, type ContentFile, firmOf, proseOf } from './files.ts'
import { adviseOnResponsible } from './lawyer-check.ts'
import { staleReviews } from './reviews.ts'
import { adviseOnTranslations } from './translations.ts'
import { adviseOnWording } from './wording.ts'

/**
 * Looks at all content.
 * @param now for the age of reviews
 */
export const adviseOnContent = (content: Content, now: Date): ContentFault[] => [
  ...adviseOnWording(content),
  ...staleReviews(content.files, now),
  ...unknownContacts(content.files),
  ...adviseOnResponsible(content.files),
  ...adviseOnTranslations(content),
]

const TELEPHONE = /\(\d{3}\)\s?\d{3}-\d{4}/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** What one of them holds, and few lines do. */
const OF_CONTACT = /[@(]/

/** Numbers and addresses in the texts that are not those of the firm: when these change, the texts do not change by themselves. */
function unknownContacts(files: readonly ContentFile[]): ContentFault[] {
  const { telephone, email } = firmOf(files)?.data ?? {}
  // One that does not fit is a fault already, and no number to write instead of others.
  if (!FirmFile.shape.telephone.safeParse(telephone).success) return []
  if (typeof telephone !== 'string' || typeof email !== 'string') return []
  const own = new Set([nationalTelephone(telephone), email])
  const fact = (found: string) => inBraces(found.includes('@') ? 'firm.email' : 'firm.telephone')
  return files.flatMap((file) =>
    proseOf(file).flatMap(({ line, text }) => {
      if (!OF_CONTACT.test(text)) return []
      const unknown = [...text.matchAll(TELEPHONE), ...text.matchAll(EMAIL)]
        .map(([found]) => found)
        .filter((found) => !own.has(found))
      return unknown.map((found) => ({
        file: file.file,
        line,
        field: '',
        message: `names ${found}, which ${FIRM_FILE} does not. If it should be the firm's, write ${fact(found)}`,
      }))
    }),
  )
}
