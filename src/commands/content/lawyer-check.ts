/**
 * What the check finds in the texts about lawyers, besides what their schema does.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isNameOf } from '../../firm/lawyer.ts'
import { FIRST_LANGUAGE } from '../../language.ts'
import { type ContentFault, type ContentFile, firmOf } from './files.ts'

const LAWYERS = 'lawyers'

const lawyersIn = (files: readonly ContentFile[]) => files.filter(({ folder }) => folder === LAWYERS)
/** The facts of a lawyer stand in the first language; a translation repeats them. */
const sourcesIn = (files: readonly ContentFile[]) =>
  lawyersIn(files).filter(({ language, data }) => language === FIRST_LANGUAGE && data)

/**
 * Portraits of which there is no file, or which a translation names: it shows that of its source.
 * @param root the content folder
 */
export const portraitFaults = (root: string, files: readonly ContentFile[]): ContentFault[] =>
  lawyersIn(files).flatMap(({ file, language, data, lineOf }) => {
    const portrait = data?.portrait
    if (typeof portrait !== 'string') return []
    const fault = (message: string) => [{ file, line: lineOf('portrait'), field: 'portrait', message }]
    if (language !== FIRST_LANGUAGE) return fault('is not needed here: the English picture is shown. Leave it out')
    if (existsSync(join(root, dirname(file), portrait))) return []
    return fault(`names ${portrait}, which is not there. Put the picture into the folder ${dirname(file)}/`)
  })

/** Lawyers without the number that says who they are. No real lawyer is without one. */
export const numberlessLawyers = (files: readonly ContentFile[]): ContentFault[] =>
  sourcesIn(files)
    .filter(({ data }) => data?.barNumber === undefined)
    .map(({ file, lineOf }) => ({
      file,
      line: lineOf('name'),
      field: 'barNumber',
      message: 'is missing. Write the Florida Bar number of this lawyer, in quotes',
    }))

/** The lawyer who is responsible for the site should be one of those it shows. */
export function adviseOnResponsible(files: readonly ContentFile[]): ContentFault[] {
  const firm = firmOf(files)
  const responsible = firm?.data?.responsibleAttorney
  const names = sourcesIn(files).flatMap(({ data }) => (typeof data?.name === 'string' ? [data.name] : []))
  if (!firm || typeof responsible !== 'string' || names.length === 0) return []
  if (names.some((name) => isNameOf(responsible, name))) return []
  const message = `is none of the lawyers in ${LAWYERS}/: ${names.join('; ')}. Write one of these names, or add the lawyer`
  return [{ file: firm.file, line: firm.lineOf('responsibleAttorney'), field: 'responsibleAttorney', message }]
}
