/** Astro finds the content here. The schemas are in `src/firm/`; `npm run check:content` explains their errors. */
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineCollection } from 'astro:content'
import { glob, type Loader, type LoaderContext } from 'astro/loaders'
import { FaqFile } from './firm/faq.ts'
import { FirmFile, FirmTranslation, translatedFirm } from './firm/firm.ts'
import { lawyerFile } from './firm/lawyer.ts'
import { NoticesFile } from './firm/notices-file.ts'
import { PageFile } from './firm/page.ts'
import { fillIn, fillInText, placeholderValues } from './firm/placeholders.ts'
import { PracticeAreaFile } from './firm/practice-area.ts'
import { ReplyFile } from './firm/reply-template.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from './language.ts'
import * as settings from './settings.ts'

const CONTENT = settings.readContentFolder(process.env, existsSync)
const LANGUAGES_OF_SITE = settings.findLanguages(CONTENT, existsSync)
const folderOf = (language: Language) => (language === FIRST_LANGUAGE ? CONTENT : `${CONTENT}/${language}`)

/** Removes the texts that an earlier build stored. Used for a missing language and for a folder without texts. */
const NOTHING: Loader = { name: 'nothing', load: async ({ store }) => store.clear() }

/** Reads Markdown files, but not templates. @param folder below the folder of the language; empty for that folder itself */
const markdown = (language: Language, folder: string, pattern = settings.TEXT_FILES) => {
  const base = join(folderOf(language), folder)
  const files = glob({ base, pattern, generateId: ({ entry }) => entry.replace(/\.md$/, '') })
  return LANGUAGES_OF_SITE.includes(language) ? unlessEmpty(base, whileEdited(withFacts(files, language))) : NOTHING
}

/** Astro warns about an empty folder, but a firm may have one. A development server still watches it for the first text. */
const unlessEmpty = (base: string, loader: Loader): Loader => ({
  ...loader,
  load: (context) =>
    context.watcher || globSync(settings.TEXT_FILES, { cwd: base }).length > 0
      ? loader.load(context)
      : NOTHING.load(context),
})

/**
 * In development a faulty text must not stop the server (`hosts/dev-faults.ts`), but Astro watches a folder only after reading all of it.
 * So after a fault, this reads the folder again at the next change. A build checks the content first.
 */
const whileEdited = ({ load, ...loader }: Loader): Loader => {
  const reload: Loader['load'] = async (context) => {
    try {
      await load(context)
    } catch (error) {
      // Only a development server watches.
      if (!context.watcher) throw error
      context.watcher.add(CONTENT).once('all', () => void reload(context))
    }
  }
  return { ...loader, load: reload }
}

/** Astro's loader reads Markdown with an object of this type, which Astro does not export. */
interface EntryType {
  getEntryInfo(file: { contents: string; fileUrl: URL }): Promise<{ data: Record<string, unknown>; body: string }>
}

/** Replaces the words in braces before a file is checked and rendered. */
const withFacts = (loader: Loader, language: Language): Loader => ({
  ...loader,
  async load(context: LoaderContext & { entryTypes?: ReadonlyMap<string, EntryType> }) {
    const type = context.entryTypes?.get('.md')
    if (!type) throw new Error('Astro no longer reads Markdown')
    const firmFileOf = (each: Language) => resolve(folderOf(each), settings.FIRM_FILE)
    const readFields = async (file: string): Promise<unknown> => {
      const info = await type.getEntryInfo({ contents: await readFile(file, 'utf8'), fileUrl: pathToFileURL(file) })
      return info.data
    }
    const readFirm = async () => {
      const firm = FirmFile.safeParse(await readFields(firmFileOf(FIRST_LANGUAGE))).data
      if (!firm || language === FIRST_LANGUAGE) return firm
      const translation = FirmTranslation.safeParse(await readFields(firmFileOf(language))).data
      return translation && translatedFirm(firm, translation)
    }
    const readValues = async () => {
      const base = context.config.site?.replace(/\/$/, '') ?? ''
      const firm = await readFirm()
      const retentionDays = settings.readRetentionDays(process.env)
      const inboundMail = settings.readInboundMail(process.env)
      // If the file of the firm fails its schema, the build ends later, with a message about it.
      return firm ? placeholderValues(firm, language, { base, retentionDays, inboundMail }) : {}
    }
    let values = await readValues()
    const filling = {
      ...context,
      entryTypes: new Map(context.entryTypes).set('.md', {
        ...type,
        getEntryInfo: async (file: Parameters<EntryType['getEntryInfo']>[0]) => {
          const info = await type.getEntryInfo(file)
          return { ...info, data: fillIn(info.data, values), body: fillInText(info.body, values) }
        },
      }),
    }
    const load = (watcher: LoaderContext['watcher']) => {
      // Astro keeps what an earlier build read, perhaps from another folder.
      context.store.clear()
      return loader.load({ ...filling, watcher })
    }
    await load(context.watcher)
    context.watcher?.on('change', (path) => {
      if (![FIRST_LANGUAGE, language].map(firmFileOf).includes(path)) return
      void readValues()
        .then((changed) => {
          values = changed
          return load(undefined)
        })
        // An error in the file is ignored here, because the pages show it.
        .catch(() => undefined)
    })
  },
})

const collectionsIn = (language: Language) => ({
  firm: defineCollection({
    loader: markdown(language, '', settings.FIRM_FILE),
    schema: (language === FIRST_LANGUAGE ? FirmFile : FirmTranslation) as typeof FirmFile,
  }),
  notices: defineCollection({ loader: markdown(language, '', 'notices.md'), schema: NoticesFile }),
  practiceAreas: defineCollection({ loader: markdown(language, 'practice-areas'), schema: PracticeAreaFile }),
  lawyers: defineCollection({ loader: markdown(language, 'lawyers'), schema: ({ image }) => lawyerFile(image()) }),
  faq: defineCollection({ loader: markdown(language, 'faq'), schema: FaqFile }),
  pages: defineCollection({ loader: markdown(language, 'pages'), schema: PageFile }),
  replies: defineCollection({ loader: markdown(language, 'replies'), schema: ReplyFile }),
})

type Collections = ReturnType<typeof collectionsIn>

/** Astro derives the types of the entries from this. */
export const collections = Object.fromEntries(
  LANGUAGES.flatMap((language) =>
    Object.entries(collectionsIn(language)).map(([kind, one]) => [settings.collectionName(kind, language), one]),
  ),
) as Collections & { [Kind in keyof Collections as `${Kind}${Capitalize<Language>}`]: Collections[Kind] }
