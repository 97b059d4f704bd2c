/**
 * Everything that the check finds: what stops the build, and what a person should look at. What a real firm must not publish stops
 * the build of a site that goes online, and is advice before; a trace of the invented firm stops every build of another firm.
 */
import type { ContentSettings } from '../../settings.ts'
import { adviseOnContent } from './advice.ts'
import { checkContent, inOrder } from './faults.ts'
import type { Content, ContentFault } from './files.ts'
import { adviseOnTerms, type GlossaryTerm } from './glossary.ts'
import { numberlessLawyers } from './lawyer-check.ts'
import { retentionFaults } from './retention-check.ts'
import { unwrittenPassages } from './open-passages.ts'
import { changedAfterReview, futureReviews, type LastChanges, unreadTexts } from './reviews.ts'
import { isFirmRead, nameOfSample, sampleFacts } from './sample.ts'

export interface Circumstances {
  settings: ContentSettings
  now: Date
  glossary: readonly GlossaryTerm[]
  /** From `changesAfterReview`; undefined when there is no history to compare with. */
  changes?: LastChanges | undefined
  /** True while the texts are being edited: what is left of the invented firm is only pointed at. */
  isDraft?: boolean
}

/**
 * Looks at all content.
 * @returns both lists in the order of files and lines
 */
export function reportOn(content: Content, circumstances: Circumstances): Record<'faults' | 'advice', ContentFault[]> {
  const { settings, now, glossary, changes, isDraft = false } = circumstances
  const { files } = content
  const sampleName = nameOfSample(files)
  // While the firm's file cannot be read, it is not known whose texts these are, and one fault must not bring a hundred lines of advice.
  const isSample = sampleName !== undefined || !isFirmRead(files)
  const left = sampleFacts(files)
  // An invented lawyer has no number.
  const every = [...left.map(({ fault }) => fault), ...numberlessLawyers(files)]
  const { early, slips } = futureReviews(files, now)
  const unfit = [...early, ...retentionFaults(files, settings.retentionDays), ...unwrittenPassages(files)]
  const unread = unreadTexts(files)
  const advice = [
    ...adviseOnContent(content, now),
    ...adviseOnTerms(content, glossary),
    // No lawyer has read the sample.
    ...(settings.goesOnline ? [] : inOneLine(unread)),
    ...(isSample || !changes ? [] : changedAfterReview(files, changes)),
  ]
  const faults = inOrder([...checkContent(content, settings.addresses), ...slips])
  if (settings.goesOnline)
    return { faults: inOrder([...faults, ...unfit, ...unread, ...every]), advice: inOrder(advice) }
  if (isSample) {
    if (sampleName) advice.push({ ...sampleName, field: 'name', message: sampleMessage(every.length) })
    return { faults, advice: inOrder([...advice, ...unfit]) }
  }
  // A firm that has begun to write must not publish the invented one, wherever it builds.
  const traces = left.filter(({ isTrace }) => isTrace && !isDraft).map(({ fault }) => fault)
  return {
    faults: inOrder([...faults, ...traces]),
    advice: inOrder([...advice, ...unfit, ...every.filter((fault) => !traces.includes(fault))]),
  }
}

/** While the site is tried out, that texts were not read is said once. */
const inOneLine = ([first, ...rest]: readonly ContentFault[]): ContentFault[] => {
  if (!first) return []
  const message = `is missing here and in ${rest.length} other texts: no lawyer has read them. A build for a public address names each and stops`
  return [{ ...first, message }]
}

const sampleMessage = (places: number): string =>
  `is that of the invented firm, and so are ${places} places in these texts. A build for a public address names each and stops`
