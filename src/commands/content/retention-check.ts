/**
 * For how long inquiries are kept: what the texts say against the setting.
 */
import { inBraces } from '../../firm/placeholders.ts'
import { LANGUAGES } from '../../language.ts'
import { type ContentFault, type ContentFile, contentPath } from './files.ts'
import { matchesIn, passagesOf, wholeWords } from './passages.ts'

/** A number of days after the firm closed a matter. */
const DAYS_AFTER = wholeWords(
  '\\d+ days after [^.]{0,40}?(?:closed|declined)|\\d+ d[ií]as después de [^.]{0,40}?(?:cerr[a-zó]+|rechaz[a-zó]+)',
)

/**
 * @param retentionDays the setting RETENTION_DAYS
 * @returns a fault for each other number, and for a privacy page that says none
 */
export function retentionFaults(files: readonly ContentFile[], retentionDays: number): ContentFault[] {
  const pages = new Set(LANGUAGES.map((language) => contentPath(language, 'pages', 'privacy')))
  return files.flatMap((content) => {
    const found = passagesOf(content).flatMap((passage) => [...matchesIn(passage, DAYS_AFTER)])
    const wrong = found
      .filter((match) => Number.parseInt(match.found) !== retentionDays)
      .map((match) => ({
        file: content.file,
        line: match.line,
        field: '',
        message: `says “${match.found}”, but RETENTION_DAYS is ${retentionDays}. Write the same number, or set it`,
      }))
    const isSaid = found.length > 0 || content.body.includes(inBraces('retentionDays'))
    if (isSaid || !pages.has(content.file)) return wrong
    const message = `does not say for how long inquiries are kept. Write how many days after you closed a matter: ${retentionDays}`
    return [{ file: content.file, line: content.bodyLine, field: '', message }]
  })
}
