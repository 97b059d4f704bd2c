/**
 * Where Astro finds the content. The schemas are those of `src/firm/`; `npm run check:content` explains what misses them.
 */
import { existsSync } from 'node:fs'
import { defineCollection } from 'astro:content'
import { glob, type Loader } from 'astro/loaders'
import { fillBase } from './firm/base-address.ts'
import { fillRetention } from './firm/retention.ts'
import { FaqFile } from './firm/faq.ts'
import { FirmFile } from './firm/firm.ts'
import { Notices } from './firm/notices.ts'
import { PageFile } from './firm/page.ts'
import { PracticeAreaFile } from './firm/practice-area.ts'
import { ReplyFile } from './firm/reply-template.ts'
import { readContentFolder, readRetentionDays } from './settings.ts'

/** The content folder. Astro reads paths from the project's folder. */
const CONTENT = readContentFolder(process.env, existsSync)

/** Under which name Astro keeps the retention period that was filled in. */
const FILLED_IN = 'retention-days'

/** Markdown files of a folder, but for templates, whose names begin with an underscore. */
const markdown = (base: string, pattern = '[^_]*.md') =>
  withSettings(whileEdited(glob({ base, pattern, generateId: ({ entry }) => entry.replace(/\.md$/, '') })))

/**
 * In development a text with a fault must not stop the server: what is wrong stands on the pages, see `hosts/dev-faults.ts`. Astro
 * watches the files of a folder when it has read all of them, so until then they are read again after each change. A build is
 * stopped by the check before.
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

/**
 * Fills the base address and the retention period into what a loader stores: the text as Markdown and as HTML, and the fields that are
 * one text.
 */
const withSettings = ({ load, ...loader }: Loader): Loader => ({
  ...loader,
  load(context) {
    const base = context.config.site?.replace(/\/$/, '') ?? ''
    const retentionDays = readRetentionDays(process.env)
    const fill = <T>(value: T) =>
      typeof value === 'string' ? (fillRetention(fillBase(value, base), retentionDays) as T) : value
    // Astro keeps what an earlier build stored of a file that did not change. It notices another base address by itself.
    if (context.meta.get(FILLED_IN) !== String(retentionDays)) context.store.clear()
    context.meta.set(FILLED_IN, String(retentionDays))
    const set: typeof context.store.set = ({ data, body, rendered, ...entry }) =>
      context.store.set({
        ...entry,
        data: Object.fromEntries(Object.entries(data).map(([field, value]) => [field, fill(value)])),
        body: fill(body),
        rendered: rendered && { ...rendered, html: fill(rendered.html) },
      })
    return load({ ...context, store: { ...context.store, set } })
  },
})

/** The same files in another language, in a folder of their own. */
const TRANSLATED = `${CONTENT}/es`

export const collections = {
  firm: defineCollection({ loader: markdown(CONTENT, 'firm.md'), schema: FirmFile }),
  notices: defineCollection({ loader: markdown(CONTENT, 'notices.md'), schema: Notices }),
  practiceAreas: defineCollection({ loader: markdown(`${CONTENT}/practice-areas`), schema: PracticeAreaFile }),
  faq: defineCollection({ loader: markdown(`${CONTENT}/faq`), schema: FaqFile }),
  pages: defineCollection({ loader: markdown(`${CONTENT}/pages`), schema: PageFile }),
  replies: defineCollection({ loader: markdown(`${CONTENT}/replies`), schema: ReplyFile }),
  firmEs: defineCollection({ loader: markdown(TRANSLATED, 'firm.md'), schema: FirmFile }),
  noticesEs: defineCollection({ loader: markdown(TRANSLATED, 'notices.md'), schema: Notices }),
  practiceAreasEs: defineCollection({ loader: markdown(`${TRANSLATED}/practice-areas`), schema: PracticeAreaFile }),
  faqEs: defineCollection({ loader: markdown(`${TRANSLATED}/faq`), schema: FaqFile }),
  pagesEs: defineCollection({ loader: markdown(`${TRANSLATED}/pages`), schema: PageFile }),
  repliesEs: defineCollection({ loader: markdown(`${TRANSLATED}/replies`), schema: ReplyFile }),
}
