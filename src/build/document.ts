import { type DocumentName, documentFile, DOCUMENTS, existsIn } from '../contract/documents.ts'
import { authMd } from '../contract/documents/auth-md.ts'
import { aiCatalog, apiCatalog, olderServerCard, registryEntry, serverCard } from '../contract/documents/catalogs.ts'
import { llmsFullTxt, llmsTxt, robotsTxt, securityTxt, type Site, sitemapXml } from '../contract/documents/llms-txt.ts'
import { markdownPath } from '../contract/documents/markdown-path.ts'
import { authorizationServer, openidConfiguration, protectedResource } from '../contract/metadata.ts'
import { SKILLS, skillMd, skillPath, skillsIndex } from '../contract/documents/skills.ts'
import { openapi } from '../contract/openapi.ts'
import { apiIndex, OPERATIONS, type SiteOperationId } from '../contract/operations.ts'
import { topicsOf } from '../firm/topics.ts'
import type { Language } from '../language.ts'
import { pagePath, PATHS } from '../site.ts'
import {
  base,
  getFaq,
  getFirm,
  getGeneralNotice,
  getLawyers,
  getPageEntries,
  getPracticeAreas,
  getSitemapEntries,
  SITE_LANGUAGES,
  UNLISTED,
} from './content.ts'

/** The service reads the same setting when it starts. */
const trustList = process.env.TRUSTED_ISSUERS

const RENDERS: Record<DocumentName, (path: string, language?: Language) => unknown> = {
  getIndex: async () => {
    const ids = new Map(await Promise.all(SITE_LANGUAGES.map(async (tag) => [tag, await getAreaIds(tag)] as const)))
    return apiIndex(await getFirm(), base, ids)
  },
  getHealth: () => ({ status: 'ok' }),
  getFirm: (_path, language) => getFirm(language),
  listPracticeAreas: async (_path, language) => ({
    notice: await getGeneralNotice(language),
    practiceAreas: await getPracticeAreas(language),
  }),
  getPracticeArea: async (path, language) =>
    (await getPracticeAreas(language)).find(({ id }) => path.endsWith(`/${id}`)),
  listLawyers: async (_path, language) => ({ lawyers: await getLawyers(language) }),
  listFaq: async (_path, language) => ({ notice: await getGeneralNotice(language), faq: await getFaq(language) }),
  openapi: async () => {
    const site = { lawyers: await getLawyers(), languages: SITE_LANGUAGES }
    return JSON.stringify(openapi(base, await getFirm(), await getPracticeAreas(), site))
  },
  authGuide: async () => authMd({ base, firm: await getFirm(), topics: topicsOf(await getPracticeAreas()), trustList }),
  // The address ends in the path of the resource (RFC 9728 section 3.1). Without such a path, the document describes the API.
  protectedResource: async (path) =>
    protectedResource(base, (await getFirm()).name, path.slice(PATHS.protectedResource.length) || undefined),
  authorizationServer: () => authorizationServer(base, trustList),
  openidConfiguration: () => openidConfiguration(base, trustList),
  apiCatalog: async () => apiCatalog(base, await getFirm()),
  aiCatalog: async () => aiCatalog(base, await getFirm()),
  serverCard: async () => serverCard(base, await getFirm()),
  olderServerCard: async () => olderServerCard(base, await getFirm()),
  registryEntry: async () => registryEntry(base, await getFirm()),
  skills: async () => skillsIndex(base, await getFirm()),
  skill: async (path) => {
    const skill = SKILLS.find(({ name }) => skillPath(name) === path)
    return skill && skillMd(skill, base, await getFirm())
  },
  llms: async () => llmsTxt(await getSite()),
  llmsFull: async () => llmsFullTxt(await getSite()),
  robots: async () => robotsTxt(base, await getFirm()),
  sitemap: async () => sitemapXml(await getSitemapEntries()),
  security: async () => securityTxt(base, await getFirm(), SITE_LANGUAGES, new Date()),
}

export type DocumentFile = Awaited<ReturnType<typeof getDocumentFiles>>[number]

/** A row whose path has `:id` gives one file for each practice area. */
export async function getDocumentFiles() {
  const rows = DOCUMENTS.filter(existsIn(SITE_LANGUAGES, await getFirm()))
  const files = rows.map(async ({ path, type, render, language }) => {
    const paths = path.includes(':id') ? (await getAreaIds(language)).map((id) => path.replace(':id', id)) : [path]
    return paths.map((address) => ({ file: documentFile(address), path: address, type, render, language }))
  })
  return (await Promise.all(files)).flat()
}

/** @throws when the response of an operation does not fit its schema, which fails the build */
export async function renderDocument({ render, path, language }: DocumentFile): Promise<string> {
  const rendered = await RENDERS[render](path, language)
  const body = isOperation(render) ? OPERATIONS[render].output.parse(rendered) : rendered
  return typeof body === 'string' ? body : jsonText(body)
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const isOperation = (name: DocumentName): name is SiteOperationId => Object.hasOwn(OPERATIONS, name)

const getAreaIds = async (language?: Language) => (await getPracticeAreas(language)).map(({ id }) => id)

async function getSite(): Promise<Site> {
  const texts = (await getPageEntries()).filter(({ id }) => !UNLISTED.has(id))
  const pages = texts.map(({ id, data }) => ({
    title: data.title,
    path: markdownPath(pagePath(id)) ?? pagePath(id),
    description: data.description,
  }))
  const [firm, areas, lawyers, faq] = await Promise.all([getFirm(), getPracticeAreas(), getLawyers(), getFaq()])
  return { base, languages: SITE_LANGUAGES, pages, firm, areas, lawyers, faq }
}
