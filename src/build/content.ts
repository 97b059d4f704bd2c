/** The firm's content in the types of the API and in the order of the site. Used at build time only. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { getImage } from 'astro:assets'
import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import type { ImageMetadata } from 'astro'
import { makeLinksAbsolute } from '../contract/documents/markdown-page.ts'
import { officeDay } from '../dates.ts'
import type { DrawingName } from '../firm/content-fields.ts'
import type { Faq } from '../firm/faq.ts'
import { type Firm, type FirmFile, translatedFirm } from '../firm/firm.ts'
import type { Lawyer } from '../firm/lawyer.ts'
import { generalNotice } from '../firm/notices.ts'
import { WORDS } from '../words.ts'
import { publishedOffices } from '../firm/opening-hours.ts'
import { FIRST_LANGUAGE, type Language, pathIn } from '../language.ts'
import { isOffered, type Offer, whenOffered } from '../offers.ts'
import { PROBLEM_CODES, PROBLEMS } from '../problem.ts'
import type { PracticeArea } from '../firm/practice-area.ts'
import type { ReplyTemplate } from '../firm/reply-template.ts'
import { lawyerPath, pagePath, PATHS, practiceAreaPath } from '../site.ts'
import { collectionName, findLanguages, readDemonstration, TEXT_FILES } from '../settings.ts'
import { CONTENT_FOLDER } from './content-folder.ts'
import type { SitemapEntry } from '../contract/documents/llms-txt.ts'

export const base = import.meta.env.SITE.replace(/\/$/, '')

export const SITE_LANGUAGES = findLanguages(CONTENT_FOLDER, existsSync)

/** Translations get the type of the first language's collection. Only `firm` has another schema there, with fewer fields. */
const collectionOf = <C extends string>(collection: C, language: Language): C =>
  collectionName(collection, language) as C

/** A firm may have no texts in these folders. */
const FOLDERS = { practiceAreas: 'practice-areas', lawyers: 'lawyers', faq: 'faq', replies: 'replies' } as const

/** Does not ask Astro for an empty folder, because Astro would warn. */
async function entriesOf<C extends keyof typeof FOLDERS>(collection: C, language: Language) {
  const folder = join(CONTENT_FOLDER, language === FIRST_LANGUAGE ? '' : language, FOLDERS[collection])
  if (globSync(TEXT_FILES, { cwd: folder }).length === 0) return []
  const entries = await getCollection(collectionOf(collection, language))
  return entries.sort((one, other) => one.data.order - other.data.order)
}

async function requireEntry<C extends 'firm' | 'notices' | 'pages'>(collection: C, id: string, language: Language) {
  const entry = await getEntry(collectionOf(collection, language) as 'pages', id)
  if (!entry) throw new Error(`content: the file for ${collection}/${id} is missing in the language ${language}`)
  return entry as unknown as CollectionEntry<C>
}

/** Makes a value once for each language. The development server makes it again each time, because texts change while it runs. */
export function oncePerLanguage<T>(make: (language: Language) => Promise<T>): (language?: Language) => Promise<T> {
  const made = new Map<Language, Promise<T>>()
  return (language = FIRST_LANGUAGE) => {
    const result = (import.meta.env.PROD && made.get(language)) || make(language)
    made.set(language, result)
    return result
  }
}

export const getPage = (id: string, language = FIRST_LANGUAGE) => requireEntry('pages', id, language)
export const getPageEntries = oncePerLanguage((language) => getCollection(collectionOf('pages', language)))
export const getFirmEntry = (language = FIRST_LANGUAGE) => requireEntry('firm', 'firm', language)

/** A translated firm.md has only words; all other fields come from the first language. */
async function firmFileIn(language: Language): Promise<FirmFile> {
  const { data: source } = await getFirmEntry()
  return language === FIRST_LANGUAGE ? source : translatedFirm(source, (await getFirmEntry(language)).data)
}

export const getFirm = oncePerLanguage(async (language): Promise<Firm> => {
  const firm = await firmFileIn(language)
  const demonstration = readDemonstration(process.env) ? { demonstration: WORDS[language].demonstration } : {}
  const { reviewed: _reviewed, ...notices } = (await requireEntry('notices', 'notices', language)).data
  const offices = publishedOffices(firm, language, officeDay(new Date()))
  return { ...firm, ...offices, url: base, notices: { ...demonstration, ...notices } }
})

export const firmOffers = async (offer: Offer): Promise<boolean> => isOffered(await getFirm(), offer)

export const getPracticeAreaEntries = oncePerLanguage((language) => entriesOf('practiceAreas', language))

/** The notice that programs show with a text about the law. It names the firm, and says that the text is not advice. */
export const getGeneralNotice = oncePerLanguage(async (language) => generalNotice(await getFirm(language), language))

export const getPracticeAreas = oncePerLanguage(async (language): Promise<PracticeArea[]> => {
  const entries = await getPracticeAreaEntries(language)
  const notice = await getGeneralNotice(language)
  return entries.map(({ id: slug, data: { id, name, summary, reviewed }, body = '' }) => ({
    id,
    name,
    summary,
    url: base + pathIn(language, practiceAreaPath(slug)),
    reviewed,
    body: makeLinksAbsolute(base, body.trim()),
    notice,
  }))
})

export const getLawyerEntries = oncePerLanguage((language) => entriesOf('lawyers', language))

/** Width of the portraits in the API, in pixels. */
const PORTRAIT_WIDTH = 640

/** The portrait is the same in every language. */
export const portraitOf = async (slug: string): Promise<ImageMetadata | undefined> =>
  (await getLawyerEntries()).find(({ id }) => id === slug)?.data.portrait

/** Astro's build knows the path of the file, but Astro's types do not. */
const portraitFileOf = async (slug: string): Promise<string | undefined> =>
  ((await portraitOf(slug)) as { fsPath?: string } | undefined)?.fsPath

export const getLawyers = oncePerLanguage(async (language): Promise<Lawyer[]> => {
  const entries = await getLawyerEntries(language)
  return Promise.all(
    entries.map(async ({ id: slug, data: { portrait: _path, portraitText, order: _order, ...facts }, body = '' }) => {
      const portrait = await portraitOf(slug)
      const picture = portrait && (await getImage({ src: portrait, width: PORTRAIT_WIDTH }))
      return {
        ...facts,
        ...(picture && { portrait: base + picture.src, portraitText }),
        url: base + pathIn(language, lawyerPath(slug)),
        body: makeLinksAbsolute(base, body.trim()),
      }
    }),
  )
})

/** For `getStaticPaths`, like the other functions `each…`; only `eachPage` has no `params`. */
export async function eachLawyer() {
  const lawyers = await inEachLanguage(async (language) => {
    const facts = await getLawyers(language)
    return (await getLawyerEntries(language)).map((entry, index) => ({ entry, lawyer: facts[index] as Lawyer }))
  })
  return lawyers.map(({ language, entry: { entry, lawyer } }) => ({
    params: { ...languageParam(language), slug: entry.id },
    props: { language, entry, lawyer },
  }))
}

export const getFaqEntries = oncePerLanguage((language) => entriesOf('faq', language))

/** The paths of pages, without the folder of the language. */
export const getPagePaths = oncePerLanguage(async (language): Promise<ReadonlySet<string>> => {
  const pages = await getPageEntries(language)
  const areas = await getPracticeAreaEntries(language)
  const lawyers = await getLawyerEntries(language)
  const firm = await getFirm()
  return new Set([
    ...pages.map(({ id }) => pagePath(id)),
    ...areas.map(({ id }) => practiceAreaPath(id)),
    ...lawyers.map(({ id }) => lawyerPath(id)),
    ...whenOffered(firm, 'agents', `${PATHS.claim}/`),
    ...whenOffered(firm, 'statusPage', PATHS.status),
  ])
})

export const eachLanguageWith = (offer: Offer) => async () => ((await firmOffers(offer)) ? eachLanguage() : [])

export const eachLanguage = () =>
  SITE_LANGUAGES.map((language) => ({ params: languageParam(language), props: { language } }))

async function inEachLanguage<T>(read: (language: Language) => Promise<readonly T[]>) {
  const lists = SITE_LANGUAGES.map(async (language) => (await read(language)).map((entry) => ({ language, entry })))
  return (await Promise.all(lists)).flat()
}

export const getProblems = async () => {
  const firm = await getFirm()
  const offered = PROBLEM_CODES.filter((code) => isOffered(firm, PROBLEMS[code].offer ?? 'always'))
  return offered.map((code) => ({ code, ...PROBLEMS[code] }))
}

export const eachPage = () => inEachLanguage(getPageEntries)

export const eachPracticeArea = async () =>
  (await inEachLanguage(getPracticeAreaEntries)).map(({ language, entry: area }) => ({
    params: { ...languageParam(language), slug: area.id },
    props: { language, area },
  }))

export const languageParam = (language: Language) => ({ language: language === FIRST_LANGUAGE ? undefined : language })

export const getFaq = oncePerLanguage(async (language): Promise<Faq['faq']> => {
  return (await getFaqEntries(language)).map(({ data: { question, topic }, body = '' }) => ({
    question,
    answer: makeLinksAbsolute(base, body.trim()),
    ...(topic && { topic }),
  }))
})

export const getReplyTemplates = oncePerLanguage(async (language): Promise<ReplyTemplate[]> => {
  const entries = await entriesOf('replies', language)
  return entries.map(({ id, data: { order: _order, reviewed: _reviewed, ...facts }, body = '' }) => ({
    id,
    ...facts,
    text: body.trim(),
  }))
})

/** A translation shares the drawing of the text in the first language. */
export async function drawingOfPage(id: string): Promise<DrawingName | undefined> {
  const named = (await getPageEntries()).find((page) => page.id === id)?.data.drawing
  return named ?? (id === 'home' ? (await getFirmEntry()).data.drawing : undefined)
}

/** @param slug file name of the practice area */
export const drawingOfArea = async (slug: string): Promise<DrawingName | undefined> =>
  (await getPracticeAreaEntries()).find(({ id }) => id === slug)?.data.drawing

/** Search engines must not index these pages. */
export const UNLISTED: ReadonlySet<string> = new Set(['thanks', 'not-found'])

export type ListedPage = Awaited<ReturnType<typeof listedPagesIn>>[number]

export const getListedPages = async () => (await Promise.all(SITE_LANGUAGES.map(listedPagesIn))).flat()

/** `path` is without the folder of the language. A lawyer's page has the drawing of the page `about`, and perhaps a portrait. */
async function listedPagesIn(language: Language) {
  const pages = (await getPageEntries(language)).filter(({ id }) => !UNLISTED.has(id))
  const areas = await getPracticeAreaEntries(language)
  const lawyers = await getLawyerEntries(language)
  const listed = [
    ...pages.map(({ id, data }) => [pagePath(id), data.title, data.reviewed, drawingOfPage(id)] as const),
    ...areas.map(({ id, data }) => [practiceAreaPath(id), data.name, data.reviewed, drawingOfArea(id)] as const),
    ...lawyers.map(
      ({ id, data }) => [lawyerPath(id), data.name, data.reviewed, drawingOfPage('about'), portraitFileOf(id)] as const,
    ),
  ]
  return Promise.all(
    listed.map(async ([path, title, reviewed, ...pictures]) => {
      const [drawing, portrait] = await Promise.all(pictures)
      return { path, language, url: base + pathIn(language, path), title, reviewed, drawing, portrait }
    }),
  )
}

export async function getSitemapEntries(): Promise<SitemapEntry[]> {
  const listed = await getListedPages()
  const byPath = Map.groupBy(listed, ({ path }) => path)
  return listed.map(({ url, path, reviewed }) => {
    const urls = new Map(byPath.get(path)?.map((page) => [page.language, page.url]))
    const alternates =
      urls.size > 1 ? { ...Object.fromEntries(urls), 'x-default': urls.get(FIRST_LANGUAGE) ?? url } : {}
    return { url, reviewed, alternates }
  })
}
