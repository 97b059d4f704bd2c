/**
 * What the firm says, in the shapes of the API and in the order of the site. For pages; read at build.
 */
import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import { wholeLinks } from '../contract/markdown-page.ts'
import type { Faq } from '../practice/faq.ts'
import type { Firm } from '../practice/firm.ts'
import { type PracticeArea, topicsOf } from '../practice/practice-area.ts'
import { practiceAreaPath } from '../site.ts'

/** The base address, from the configuration. */
export const base = String(import.meta.env.SITE).replace(/\/$/, '')

/** The setting with the providers that are trusted; the service reads the same one when it starts. */
export const trustList = process.env.TRUSTED_ISSUERS

async function required<C extends 'firm' | 'notices' | 'pages'>(collection: C, id: string): Promise<CollectionEntry<C>> {
  const entry = await getEntry(collection as 'pages', id)
  if (!entry) throw new Error(`content: the file for ${collection}/${id} is missing`)
  return entry as unknown as CollectionEntry<C>
}

export const getPage = (id: string) => required('pages', id)
export const getFirmEntry = () => required('firm', 'firm')

export async function getFirm(): Promise<Firm> {
  const { tagline: _tagline, reviewed: _reviewed, ...facts } = (await getFirmEntry()).data
  const notices = (await required('notices', 'notices')).data
  return { ...facts, url: base, notices }
}

export async function getPracticeAreaEntries(): Promise<CollectionEntry<'practiceAreas'>[]> {
  return (await getCollection('practiceAreas')).sort((one, other) => one.data.order - other.data.order)
}

export async function getPracticeAreas(): Promise<PracticeArea[]> {
  const entries = await getPracticeAreaEntries()
  return entries.map(({ id: slug, data: { id, name, summary, reviewed }, body = '' }) => {
    return { id, name, summary, url: base + practiceAreaPath(slug), reviewed, body: wholeLinks(base, body.trim()) }
  })
}

export const getTopics = async () => topicsOf(await getPracticeAreas())

export async function getFaqEntries(): Promise<CollectionEntry<'faq'>[]> {
  return (await getCollection('faq')).sort((one, other) => one.data.order - other.data.order)
}

export async function getFaq(): Promise<Faq['faq']> {
  const entries = await getFaqEntries()
  return entries.map(({ data: { question, topic }, body = '' }) => ({ question, answer: wholeLinks(base, body.trim()), ...(topic && { topic }) }))
}
