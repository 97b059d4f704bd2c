/** The numbers of the rate limits, wherever they stand a second time: in texts, and in the functions that Netlify limits too. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MINUTE_SECONDS } from '../src/duration.ts'
import { type LimitName, RATE_LIMITS } from '../src/rate-limits.ts'
import { type Route, ROUTES } from '../src/routes.ts'

/** Functions that Netlify limits: our limit behind each, and how many requests a caller needs to use it once. */
const LIMITED: Record<string, { limit: LimitName; requests: number }> = {
  // The form is a request too.
  contact: { limit: 'inquiries', requests: 2 },
  inquiries: { limit: 'inquiries', requests: 1 },
}
const limited = Object.entries<Route>(ROUTES).filter(([, { rateLimit }]) => rateLimit)

it.each(Object.keys(RATE_LIMITS))('the limit %s is consumed somewhere', (limit) => {
  const files = globSync('src/{api,contract,desk,forms,mcp,service}/**/*.ts')
  const use = new RegExp(`(consumeRateLimit\\(|limit: |claimLimit: )'${limit}'`)
  expect(files.some((file) => use.test(readFileSync(file, 'utf8')))).toBe(true)
})

it('the limits of Netlify are those of the functions in the table, no more than the free plan allows', () => {
  expect(limited.map(([name]) => name).sort()).toEqual(Object.keys(LIMITED))
  expect(limited.length).toBeLessThanOrEqual(2)
})

it.each(limited)('the limits of Netlify of %s refuse nothing that ours allows', (name, { rateLimit }) => {
  const { limit, requests } = LIMITED[name] ?? { limit: 'inquiries', requests: 1 }
  const { quota, windowSeconds } = RATE_LIMITS[limit]
  const { windowLimit = 0, windowSize = 0 } = rateLimit ?? {}
  // One of its windows can overlap the end of one of ours and the beginning of the next, each with its full quota.
  const windows = Math.ceil(windowSize / windowSeconds) + 1
  expect(windowLimit, 'windowLimit').toBeGreaterThanOrEqual(quota * requests * windows)
})

const rate = (said: string, seconds: number) => `${said} ${seconds === MINUTE_SECONDS ? 'a minute' : 'an hour'}`
const rateOf = (limit: LimitName, what = '') =>
  rate(`${RATE_LIMITS[limit].quota}${what}`, RATE_LIMITS[limit].windowSeconds)
const texts = new Map(
  globSync([
    '*.md',
    '.github/*.md',
    'content/{README,for-the-firm,es/README}.md',
    'content/{sample,starters}/**/*.md',
    'netlify/*.md',
    'src/**/*.{md,ts,astro}',
  ]).map((file) => [file, readFileSync(file, 'utf8').replace(/\s+/g, ' ')]),
)
const NUMBER = '(?:\\d[\\d,.]*|ten|twenty|thirty|sixty|hundred|thousand|diez|veinte|treinta|sesenta|cien|mil)'
const RATE = new RegExp(
  `\\b${NUMBER}\\b[^.;|]{0,80}?\\b(?:(?:a|per|each) minute|(?:an|per|each) hour|(?:por|al|a la) (?:minuto|hora))\\b`,
  'gi',
)

it('a text that names a limit has the number of the table, and no other text names one', () => {
  const { inquiries, contact } = ROUTES
  const platform = `${inquiries.rateLimit.windowLimit} and ${contact.rateLimit.windowLimit} requests`
  const expected = {
    'content/sample/pages/for-agents.md': [rateOf('inquiries', ' messages')],
    'content/sample/es/pages/for-agents.md': [`${RATE_LIMITS.inquiries.quota} mensajes por minuto`],
    'netlify/README.md': [rate(platform, inquiries.rateLimit.windowSize)],
    'src/desk/README.md': [
      rateOf('sign-in', ' keys'),
      rateOf('sign-in-member'),
      rateOf('sign-in-total'),
      rate(String(RATE_LIMITS['sign-in-total'].everyone), RATE_LIMITS['sign-in-total'].windowSeconds),
    ],
  }
  const found = [...texts].map(([file, text]) => [file, text.match(RATE)] as const).filter(([, rates]) => rates)
  expect(Object.fromEntries(found), 'rates in texts, and what src/rate-limits.ts says').toEqual(expected)
})
