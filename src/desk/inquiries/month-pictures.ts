/** Bars with their words beside them: nothing is said by a picture or a color alone. */
import { html } from 'hono/html'
import type { Html } from '../page.ts'

/** One for each part of a bar. */
const FILLS = ['currentColor', 'url(#hatched)', 'url(#dotted)', 'none']
const HEIGHT = 18

const PATTERNS = html`<svg class="visually-hidden" aria-hidden="true"><defs>
  <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6 6 0" stroke="currentColor" stroke-width="1.5"/></pattern>
  <pattern id="dotted" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.3" fill="currentColor"/></pattern>
</defs></svg>`

export interface Bar {
  label: string
  parts: readonly number[]
  words: string
}

const rect = (fill: string | undefined, x: number, width: number) =>
  html`<rect x="${x}%" y="1" width="${width}%" height="${HEIGHT - 2}" fill="${fill}" stroke="currentColor"/>`

function barOf(parts: readonly number[], most: number): Html {
  let x = 0
  const rects = parts.map((part, index) => {
    const [start, width] = [x, (100 * part) / most]
    x += width
    return part > 0 ? rect(FILLS[index], start, width) : ''
  })
  return html`<svg width="100%" height="${HEIGHT}" aria-hidden="true">${rects}</svg>`
}

/** @param kinds of the parts; one is not named */
function picture(caption: string, kinds: readonly string[], bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  const key = (kind: string, index: number) =>
    html`<span><svg width="${HEIGHT}" height="${HEIGHT}" aria-hidden="true">${rect(FILLS[index], 2, 96)}</svg> ${kind}</span>`
  return html`<figure class="bars">
    <figcaption><strong>${caption}</strong> ${kinds.length > 1 ? kinds.map(key) : ''}</figcaption>
    <ul class="plain">
      ${bars.map(({ label, parts, words }) => html`<li><span>${label}</span> ${barOf(parts, most)} <span>${words}</span></li>`)}
    </ul>
  </figure>`
}

export const pictures = (all: readonly Parameters<typeof picture>[]): Html =>
  html`<div class="pictures">${PATTERNS}${all.map((one) => picture(...one))}</div>`
