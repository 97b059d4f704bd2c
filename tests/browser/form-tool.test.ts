/** The tool that the contact form offers to an assistant in the browser (WebMCP): it fills in the form, and sends nothing. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { INQUIRY_FIELDS } from '../../src/inquiries/inquiry-fields.ts'
import { LIMITS } from '../../src/inquiries/inquiry-request.ts'
import { READ_FIELD } from '../../src/views/contact-form.ts'
import { WORDS } from '../../src/words.ts'
import { exportInquiries } from '../commands/in-process.ts'
import { VALID_INQUIRY } from '../test-desk.ts'
import { faultsOf } from './axe.ts'
import { describeInBrowser, focused, open, openWindow } from './browser.ts'

interface Tool {
  name: string
  description: string
  inputSchema: { properties: Record<string, Record<string, unknown>>; required: string[] }
  execute(input: unknown): Promise<{ content: { type: string; text: string }[] }>
}

declare global {
  interface Window {
    /** What the page offered to the assistant. */
    tools: Tool[]
  }
}

/** Where a browser has the API. */
type Place = 'document' | 'navigator'

describeInBrowser('the tool of the contact form', (server) => {
  /** Opens the form in a browser with an assistant. */
  async function openForm(path: string, place: Place = 'document', isRefused = false): Promise<Page> {
    const page = await openWindow()
    await page.addInitScript(
      ([name, refused]) => {
        window.tools = []
        const registerTool = async (tool: Tool) => {
          if (refused) throw new Error('not allowed here')
          // As browsers do that have offered one by the attributes.
          if (document.querySelector(`form[toolname=${tool.name}]`)) throw new Error('Duplicate tool name')
          window.tools.push(tool)
        }
        Object.defineProperty(name === 'document' ? document : navigator, 'modelContext', { value: { registerTool } })
      },
      [place, isRefused] as const,
    )
    await page.goto(server.base + path)
    return page
  }
  const offered = (page: Page) => page.evaluate(() => window.tools.map(({ execute: _, ...tool }) => tool))
  const prepare = (page: Page, input: unknown) =>
    page.evaluate(async (given) => {
      const result = await window.tools[0]?.execute(given)
      return result?.content.map(({ text }) => text).join('\n') ?? ''
    }, input)
  const valueOf = (page: Page, name: string) =>
    page
      .locator(
        `select[name=${name}], textarea[name=${name}], [name=${name}]:is(:checked, :not([type=radio], [type=checkbox]))`,
      )
      .inputValue()
  const note = (page: Page) => page.locator('#contact-form > p[role=status]')
  const storedNames = async () => (await exportInquiries(server.dataDir)).map(({ request }) => request.name)

  it.each<Place>(['document', 'navigator'])(
    'is offered once, with every field of the form (API of the %s)',
    async (place) => {
      const tools = await offered(await openForm('/contact/', place))
      expect(tools).toMatchObject([{ name: 'prepare_inquiry', inputSchema: { type: 'object' } }])
      const [{ description, inputSchema } = {} as Tool] = tools
      expect(description).toContain('It sends nothing')
      expect(Object.keys(inputSchema.properties).sort()).toEqual(Object.keys(INQUIRY_FIELDS).sort())
      expect(inputSchema.required).toEqual(['name', 'message'])
      expect(inputSchema.properties.safeContact).toMatchObject({
        type: 'array',
        items: { type: 'string', enum: ['email', 'telephone', 'voicemail'] },
      })
      expect(inputSchema.properties.message).toMatchObject({ type: 'string' })
      expect(inputSchema.properties.hasLawyer).toMatchObject({
        description: expect.stringMatching(/^Does a lawyer already represent you in this matter\?/),
        enum: ['yes', 'no', ''],
      })
      expect(inputSchema.properties.topic?.enum).toContain('animal_law')
      expect(inputSchema.properties.email?.description).toBe('E-mail This or a telephone number is enough.')
    },
  )

  it.each([
    ['/contact/', 'en'],
    ['/es/contact/', 'es'],
  ] as const)('at %s fills in the form and tells the person, who sends it', async (path, language) => {
    const page = await openForm(path)
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    expect(await note(page).textContent()).toBe('')
    const name = `Prepared ${language}`
    const input = {
      ...VALID_INQUIRY,
      name,
      phone: '386 555 0100',
      topic: 'animal_law',
      otherParty: 'A neighbor',
      hasLawyer: 'no',
      date: '2031-05-06',
      county: 'Volusia',
      writingFor: 'self',
      safeContact: 'telephone',
      language: 'es',
    }
    const said = await prepare(page, input)
    expect(said).toMatch(
      /^Filled in: name, email, phone, message, topic, otherParty, hasLawyer, date, county, writingFor, safeContact, language\nStill missing: \nNothing was sent\./,
    )
    for (const [field, value] of Object.entries(input)) expect(await valueOf(page, field), field).toBe(value)
    expect(await note(page).textContent()).toBe(WORDS[language].form.prepared)
    expect(await focused(page)).toBe('name')
    await expect.poll(() => page.locator('#message-count').textContent()).toMatch(/\d/)
    expect(await faultsOf(page)).toEqual([])
    expect([posts, await storedNames()]).toEqual([[], expect.not.arrayContaining([name])])
    await page.locator(`#${READ_FIELD}`).check()
    await page.locator('#contact-form button[type=submit]').click()
    await page.waitForURL(/\/thanks\//)
    expect([posts, await storedNames()]).toEqual([[server.base + path], expect.arrayContaining([name])])
  })

  it.each([
    ['email', 'not-an-address', /^Refused: email\. ./],
    ['name', 'Ana\nExample', 'Refused: name. The form does not take it.'],
    ['topic', 'divorce', 'Refused: topic. The form does not take it.'],
    ['date', '12/31/2026', 'Refused: date. The form does not take it.'],
    ['message', 'x'.repeat(LIMITS.message.max + 1), 'Refused: message. The form does not take it.'],
  ])('refuses in %s what the form does not take (%.20j), and keeps what was there', async (field, value, reason) => {
    const page = await openForm('/contact/')
    await prepare(page, { ...VALID_INQUIRY, topic: 'animal_law', hasLawyer: 'yes' })
    const before = await valueOf(page, field)
    const said = (await prepare(page, { [field]: value, phone: '386 555 0100' })).split('\n')
    expect(said).toEqual([
      'Filled in: phone',
      expect.stringMatching(reason),
      'Still missing: ',
      expect.stringMatching(/^Nothing was sent\./),
    ])
    expect(await valueOf(page, field)).toBe(before)
    expect(await focused(page)).toBe('phone')
  })

  it('knows only what a person can fill in, and leaves the page alone when that is nothing', async () => {
    const page = await openForm('/contact/')
    const hidden = () =>
      page
        .locator('[name=website], [name=ticket]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const before = await hidden()
    await page.locator('#message').focus()
    expect(await prepare(page, { website: 'https://spam.example', ticket: 'x' })).toMatch(
      /^Filled in: \nStill missing: name, message\nNothing was sent\./,
    )
    expect(before).toEqual(['', expect.stringMatching(/./)])
    expect([await hidden(), await note(page).textContent(), await focused(page)]).toEqual([before, '', 'message'])
  })

  it.each(['without the API', 'where the browser refuses it'])('changes nothing %s', async (where) => {
    const url = `${server.base}/contact/`
    const page = where === 'without the API' ? await open(url) : await openForm('/contact/', 'document', true)
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.reload()
    // The script has run to its end when it counts.
    await page.locator('#message').fill('Some text')
    await expect.poll(() => page.locator('#message-count').textContent()).toMatch(/\d/)
    expect(await note(page).count()).toBe(0)
    expect(await page.locator('form[toolname=prepare_inquiry]').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})
