/**
 * A crawl of what is published: every link of every page and every address in every document leads somewhere.
 */
import { describe, expect, it } from 'vitest'
import { answeredIn } from './crawl.ts'
import { addressOf, dom, FILES, FOLDER, PAGES, read } from './published.ts'

const BASE = 'http://localhost:8888'
const leadsSomewhere = await answeredIn(FOLDER)

describe.each(PAGES)('%s', (file) => {
  const page = dom(file)
  const targets = page
    .querySelectorAll('[href], [src], [action]')
    .map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('action') ?? '',
    )

  it('links to nothing that does not exist', () => {
    for (const target of targets.filter((text) => !/^(mailto|tel):/.test(text))) {
      const url = new URL(target, BASE + addressOf(file))
      if (url.origin !== BASE) {
        // A link may leave the site; the page itself may not load anything from elsewhere.
        expect(url.protocol, target).toBe('https:')
        continue
      }
      expect(leadsSomewhere(url.pathname), `${file} → ${target}`).toBe(true)
      if (url.hash && url.pathname === addressOf(file))
        expect(page.querySelector(decodeURIComponent(url.hash)), target).not.toBeNull()
    }
  })

  it('loads nothing from another site, runs no script but that of the opening hours, and holds no style of its own', () => {
    const scripts = page
      .querySelectorAll('script')
      .filter((script) => script.getAttribute('type') !== 'application/ld+json')
    const lines = page.querySelectorAll('[data-open]')
    expect(lines.length).toBeLessThan(2)
    expect(scripts.map((script) => [script.getAttribute('src'), script.text])).toEqual(
      lines.map(() => ['/open.js', '']),
    )
    expect(page.querySelectorAll('iframe, object, embed, style, [style]')).toHaveLength(0)
    for (const element of page.querySelectorAll('link[rel=stylesheet], link[rel=icon], img, source')) {
      expect(element.getAttribute('href') ?? element.getAttribute('src')).toMatch(/^\//)
    }
  })
})

describe('documents', () => {
  it.each(FILES.filter((file) => /^(api|\.well-known)\/|^(openapi\.json|auth\.md)$/.test(file)))(
    '%s names no address of ours that does not exist',
    (file) => {
      const addresses = [...read(file).matchAll(/https?:\/\/localhost:8888[^\s"')\\<>`]*/g)].map(([text]) =>
        text.replace(/[.,;:]+$/, ''),
      )
      const paths = [...read(file).matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, path]) => path ?? '')
      for (const pathname of [...addresses.map((address) => new URL(address).pathname), ...paths]) {
        expect(leadsSomewhere(pathname), `${file} → ${pathname}`).toBe(true)
      }
    },
  )

  it('hold no secret, no source map and no file that begins with a dot', () => {
    for (const file of FILES) {
      expect(file).not.toMatch(/\.map$|(^|\/)\.(?!well-known)/)
      expect(read(file), file).not.toMatch(/"d":\s*"[\w-]{40,}"|pepper|PRIVATE KEY|FRONT_DESK_/)
    }
  })
})
