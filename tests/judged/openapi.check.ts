/** Linters that others wrote, over the description of the API: of a firm in two languages, and of one in English only. */
import { describe, expect, it } from 'vitest'
import { openapi } from '../../src/contract/openapi.ts'
import type { Firm } from '../../src/firm/firm.ts'
import type { PracticeArea } from '../../src/firm/practice-area.ts'
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '../../src/language.ts'
import { readJson } from '../site/published.ts'
import { loadOutsider } from './outsider.ts'

interface Redocly {
  createConfig(rules: { extends: string[] }): Promise<object>
  lintFromString(given: object): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>
}
interface SpectralCore {
  Spectral: new () => {
    setRuleset(rules: { extends: object[] }): void
    run(source: string): Promise<{ code: string; message: string; path: string[] }[]>
  }
}

const { createConfig, lintFromString } = (await import(loadOutsider.resolve('@redocly/openapi-core'))) as Redocly
const { Spectral } = loadOutsider('@stoplight/spectral-core') as SpectralCore
const { oas } = loadOutsider('@stoplight/spectral-rulesets') as { oas: object }

const firm = readJson('api/v1/firm') as unknown as Firm
const { practiceAreas } = readJson('api/v1/practice-areas/index.json') as unknown as { practiceAreas: { id: string }[] }
const areas = practiceAreas.map(({ id }) => readJson(`api/v1/practice-areas/${id}`) as unknown as PracticeArea)
const describedIn = (languages: readonly Language[]) => JSON.stringify(openapi(firm.url, firm, areas, { languages }))

describe.each([[LANGUAGES], [[FIRST_LANGUAGE]]])('the description of a firm in %s', (languages) => {
  it('satisfies the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: describedIn(languages), absoluteRef: 'openapi.json', config })
    const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
    // It is served from localhost while it is tried out.
    expect(found.filter((line) => !line.startsWith('no-server-example.com'))).toEqual([])
  })

  it('satisfies the oas rules of Spectral', async () => {
    const spectral = new Spectral()
    spectral.setRuleset({ extends: [oas] })
    const problems = await spectral.run(describedIn(languages))
    const found = problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`)
    // The scopes of an `openIdConnect` scheme are in the metadata that it names, which the rule does not read.
    expect(found.filter((line) => !/^oas3-operation-security-defined.*\.oauth\.0$/.test(line))).toEqual([])
  })
})
