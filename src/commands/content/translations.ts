/** Checks that each translation has the file name of its source, repeats the facts of the source, and is reviewed after the source. */
import type { FirmFile, FirmTranslation } from '../../firm/firm.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { type ContentFault, fieldFault, fileFault } from './faults.ts'
import { type Content, type ContentFile, contentPath, reviewedDay } from './files.ts'

/** The keys are folders, and `notices` for `notices.md`. The schema keeps facts out of translations of `firm.md`. */
export const SAME_IN_ALL_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  notices: ['version'],
  'practice-areas': ['id', 'order', 'drawing'],
  lawyers: ['name', 'barNumber', 'admitted', 'profile', 'areas', 'order'],
  faq: ['topic', 'order'],
  pages: ['footer', 'drawing'],
  replies: ['title', 'order', 'status', 'asks', 'afterMark'],
}

/** A translation may leave out this field; the site then takes it from the source. */
const TAKEN_FROM_SOURCE = 'drawing'

/** A translation must have these fields when its source has them. */
const TRANSLATED_TOO = ['afterHours', 'consultationCost', 'admissions', 'portraitText']

/** `npm run adopt` may leave these fields of `firm.md`, and directions, in English, because brackets are not allowed in them. */
const COPIED = ['areaServed', 'replyWithin', 'consultationCost'] as const
/** Some facts are the same in all languages, like the area "Florida". A sentence with one of these words is not. */
const ENGLISH = /\b(?:the|and|of|is|to|days?|hours?|county|counties)\b/i

/** Every text in these folders needs a translation; only some pages do. */
const TRANSLATED_FOLDERS = ['practice-areas', 'lawyers', 'faq', 'replies']

/** Finds translations that differ from their source in a fact, lack a field, or have no source. */
export function translationFaults(fitting: readonly ContentFile[], files: readonly ContentFile[]): ContentFault[] {
  const existing = new Set(files.map(({ file }) => file))
  const orphans = files.flatMap(({ file, folder, name }) => {
    const source = contentPath(FIRST_LANGUAGE, folder, name)
    const message = `translates nothing: there is no ${source}. Give both files the same name`
    return existing.has(source) ? [] : [fileFault(file, message)]
  })
  const unequal = pairsOf(fitting).flatMap(({ source, translation }) => {
    const [facts, own] = [source.data ?? {}, translation.data ?? {}]
    const same = SAME_IN_ALL_LANGUAGES[translation.folder || translation.name] ?? []
    const isWrong = (field: string) =>
      JSON.stringify(facts[field]) !== JSON.stringify(own[field]) && !(field === TAKEN_FROM_SOURCE && !(field in own))
    const untranslated = TRANSLATED_TOO.filter((field) => facts[field] && !own[field])
    const fault = (field: string, message: string) => fieldFault(translation, field, message)
    return [
      ...same.filter(isWrong).map((field) => fault(field, `is not what ${source.file} says. Write the same in both`)),
      ...untranslated.map((field) => fault(field, `is missing: translate it from ${source.file}`)),
      ...officeFaults(source, translation),
    ]
  })
  return [...unequal, ...orphans]
}

/** Finds offices that have directions in only one of the two files. Only `firm.md` has offices. */
function officeFaults(source: ContentFile, translation: ContentFile): ContentFault[] {
  const { offices = [] } = (source.data ?? {}) as Partial<FirmFile>
  const { offices: translated = [] } = (translation.data ?? {}) as Partial<FirmTranslation>
  return Array.from({ length: Math.max(offices.length, translated.length) }, (_, index) => index).flatMap((index) => {
    const [has, needs] = [translated, offices].map((all) => all[index]?.directions !== undefined)
    const message = needs ? 'is missing: translate it from' : 'translates nothing: that office has no directions in'
    return has === needs ? [] : [fieldFault(translation, `offices.${index}.directions`, `${message} ${source.file}`)]
  })
}

/** Finds sentences of `firm.md` that are still in English in a translation. @param fitting only texts that fit their schemas */
export function untranslatedFaults(fitting: readonly ContentFile[]): ContentFault[] {
  const firms = fitting.filter(({ folder, name }) => folder === '' && name === 'firm')
  return pairsOf(firms).flatMap(({ source, translation }) => {
    const [english, own] = [copiedIn(source), copiedIn(translation)]
    const isCopied = (field: string) => own[field] === english[field] && ENGLISH.test(own[field] ?? '')
    const message = `is still in English: translate it from ${source.file}`
    return Object.keys(own).flatMap((field) => (isCopied(field) ? [fieldFault(translation, field, message)] : []))
  })
}

function copiedIn({ data = {} }: ContentFile): Record<string, string | undefined> {
  const { offices = [], ...fields } = data as Partial<FirmTranslation>
  const directions = offices.map((office, index) => [`offices.${index}.directions`, office.directions] as const)
  return Object.fromEntries([...COPIED.map((field) => [field, fields[field]] as const), ...directions])
}

/** The site can be built without these translations. @param isRecorded true if the record counts instead of days */
export function adviseOnTranslations({ languages, files }: Content, isRecorded: boolean): ContentFault[] {
  const existing = new Set(files.map(({ file }) => file))
  const sources = files.filter(
    ({ language, folder }) => language === FIRST_LANGUAGE && TRANSLATED_FOLDERS.includes(folder),
  )
  const missing = languages.flatMap((language) =>
    sources.flatMap(({ file, folder, name }) => {
      const translation = contentPath(language, folder, name)
      return existing.has(translation) ? [] : [fileFault(translation, `is missing: the translation of ${file}`)]
    }),
  )
  const outdated = (isRecorded ? [] : pairsOf(files)).flatMap(({ source, translation }) => {
    const message = `is before the day of ${source.file}: carry over what changed there, then write today's date`
    return reviewedDay(translation) < reviewedDay(source) ? [fieldFault(translation, 'reviewed', message)] : []
  })
  return [...missing, ...outdated]
}

function pairsOf(files: readonly ContentFile[]) {
  const byPath = new Map(files.map((file) => [file.file, file]))
  const translations = files.filter(({ language }) => language !== FIRST_LANGUAGE)
  return translations.flatMap((translation) => {
    const source = byPath.get(contentPath(FIRST_LANGUAGE, translation.folder, translation.name))
    // A text that cannot be read has a fault already.
    return source?.data && translation.data ? [{ source, translation }] : []
  })
}
