import type { CollectionEntry } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import { WORDS } from '../../views/words.ts'
import { markdownPage } from '../../contract/documents/markdown-page.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { nationalTelephone } from '../../firm/firm.ts'
import { noticesBeforeSending } from '../../firm/notices.ts'
import { FIELD_NAMES, INQUIRY_FIELDS } from '../../inquiries/inquiry-fields.ts'
import { type Language, pathIn } from '../../language.ts'
import { PATHS } from '../../site.ts'
import { choicesOf } from '../../views/contact-form.ts'
import { base, eachPage, languageParam, getFaq, getFirm, getFirmEntry, getPracticeAreas } from '../../build/content.ts'
import { UNLISTED } from '../../build/listed-pages.ts'

/** The Markdown file of the home page is `/index.md`. */
const HOME = 'home'

export const getStaticPaths = (async () => {
  const pages = (await eachPage()).filter(({ page }) => !UNLISTED.has(page.id))
  return pages.map(({ language, page }) => ({
    params: { ...languageParam(language), page: page.id === HOME ? 'index' : page.id },
    props: { language, page },
  }))
}) satisfies GetStaticPaths

const CONTACT = 'contact'

/** What a page shows in addition to its own text: before it, but for the form. */
const MORE: Record<string, (language: Language) => Promise<string>> = {
  [HOME]: openHome,
  'practice-areas': listAreas,
  [CONTACT]: describeForm,
  faq: async (language) =>
    (await getFaq(language)).map(({ question, answer }) => `## ${question}\n\n${answer}`).join('\n\n'),
}

/** The form: each field as people see it and with the name that programs send, and the notices. */
async function describeForm(language: Language): Promise<string> {
  const words = WORDS[language].form
  const { method, path } = OPERATIONS.createInquiry
  const choices = choicesOf({ language, practiceAreas: await getPracticeAreas(language) })
  const fields = FIELD_NAMES.map((name) => {
    const { control, optional } = INQUIRY_FIELDS[name]
    const { label, hint } = words.fields[name]
    const options = Object.entries('from' in control ? choices[control.from] : {})
    return [
      `- \`${name}\`: ${label}${optional ? ` ${words.optional}` : ''}`,
      ...(hint ? [`  ${hint}`] : []),
      ...options.map(([value, text]) => `  - \`${value}\`: ${text}`),
    ].join('\n')
  })
  const { notices } = await getFirm(language)
  return [
    `${words.forPrograms} \`${method} ${base}${path}\``,
    fields.join('\n'),
    `## ${words.before}`,
    ...noticesBeforeSending(notices),
    words.haveRead,
    `[${words.disclaimer}](${pathIn(language, PATHS.disclaimer)}) · [${words.privacy}](${pathIn(language, PATHS.privacy)})`,
  ].join('\n\n')
}

/** The practice areas, below what the buttons of the home page say. */
async function openHome(language: Language): Promise<string> {
  const { telephone } = await getFirm(language)
  const words = WORDS[language]
  const actions = `[${words.write}](${pathIn(language, PATHS.contact)}) [${words.call(nationalTelephone(telephone))}](tel:${telephone})`
  return `${actions}\n\n${await listAreas(language)}`
}

async function listAreas(language: Language): Promise<string> {
  return (await getPracticeAreas(language))
    .map(({ name, url, summary }) => `- [${name}](${url}): ${summary}`)
    .join('\n')
}

export const GET: APIRoute = async ({ props }) => {
  const { language, page } = props as { language: Language; page: CollectionEntry<'pages'> }
  const { id, data, body = '' } = page
  const more = (await MORE[id]?.(language)) ?? ''
  const firm = await getFirmEntry(language)
  const [title, opening] = id === HOME ? [firm.data.tagline, firm.body ?? ''] : [data.title, '']
  const text = (id === CONTACT ? [body, more] : [opening, more, body])
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
  return new Response(
    markdownPage(base, {
      firm: await getFirm(language),
      words: WORDS[language],
      title,
      body: text,
      reviewed: data.reviewed,
    }),
  )
}
