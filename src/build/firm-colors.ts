/** Puts the firm's color into the stylesheet, because the content security policy allows no styles in a page. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ViteUserConfig } from 'astro'
import { parse } from 'yaml'
import { Accent, accentColors } from '../firm/look.ts'
import { splitFrontmatter } from '../firm/text-parts.ts'
import { FIRM_FILE } from '../settings.ts'
import { CONTENT_FOLDER } from './content-folder.ts'

const STYLESHEET = /\/src\/styles\/site\.css(\?|$)/
const FIRM = resolve(join(CONTENT_FOLDER, FIRM_FILE))

export const withAccent = (css: string, accent: string): string =>
  Object.entries(accentColors(accent)).reduce(
    (changed, [token, { light, dark }]) =>
      changed.replace(new RegExp(`(--${token}: light-dark)\\([^)]*\\)`), `$1(${light}, ${dark})`),
    css,
  )

/** @returns undefined without a color, or if the color cannot be used; the check of the content says why */
function readAccent(): string | undefined {
  const { fields } = splitFrontmatter(readFileSync(FIRM, 'utf8')) ?? { fields: '' }
  return Accent.safeParse((parse(fields) as { accent?: unknown } | null)?.accent).data
}

export const firmColors: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'firm-colors',
  enforce: 'pre',
  transform(css, id) {
    if (!STYLESHEET.test(id)) return undefined
    this.addWatchFile(FIRM)
    const accent = readAccent()
    return accent && { code: withAccent(css, accent), map: null }
  },
}
