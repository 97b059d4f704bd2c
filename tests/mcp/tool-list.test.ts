/**
 * The list of tools, which a model reads before anything else: short, and enough to call each tool.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/language.ts'
import { jsonRequest, openDesk } from '../test-desk.ts'

interface Member {
  type: string
  description?: string
  enum?: string[]
  maxLength?: number
  format?: string
}
interface Schema {
  properties: Record<string, Member>
}
interface Tool {
  name: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
}

const MOST_BYTES = 9 * 1024
/** Of a member that is described elsewhere. */
const REFERENCE = 'As previewed.'

let text: string
let tools: Tool[]
let members: [where: string, member: Member][]
beforeAll(async () => {
  const desk = await openDesk()
  text = await (await desk.send('mcp', '/mcp', jsonRequest({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))).text()
  tools = (JSON.parse(text) as { result: { tools: Tool[] } }).result.tools
  members = tools.flatMap(({ name, inputSchema: { properties } }) =>
    Object.entries(properties).map(([member, schema]): [string, Member] => [`${name}.${member}`, schema]),
  )
})

describe('the list of tools', () => {
  it('has at most 9 KB', () => expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES))

  it('holds no patterns', () => expect(text).not.toMatch(/"pattern"|\\\\d/))

  it('describes every argument, with its format and an example', () => {
    expect(members.length).toBeGreaterThan(15)
    for (const [where, { type, description = '', ...member }] of members) {
      if (description === REFERENCE) continue
      const isToken = where.endsWith('.confirmationToken')
      const hasFormat = type === 'boolean' || isToken || member.enum || member.maxLength || member.format
      expect(hasFormat, where).toBeTruthy()
      expect(description, where).toMatch(type === 'boolean' ? /^true if / : /\blike:? \S/i)
    }
  })

  it('describes the inquiry once', () => {
    const described = new Map(members)
    const referring = members.filter(([, { description }]) => description === REFERENCE)
    expect(referring.length).toBeGreaterThan(5)
    for (const [where] of referring) {
      const name = where.replace('submit_inquiry.', '')
      expect(described.get(`preview_inquiry.${name}`)?.description, where).toMatch(/like/)
    }
    const ofInquiries = members.filter(([where]) => /^(preview|submit)_/.test(where))
    const texts = ofInquiries.map(([, { description }]) => description).filter((one) => one !== REFERENCE)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('offers the languages that there are for every fact', () => {
    const facts = ['get_firm_overview', 'list_practice_areas', 'get_practice_area', 'list_faq']
    for (const fact of facts)
      expect(tools.find(({ name }) => name === fact)?.inputSchema.properties.language?.enum, fact).toEqual(LANGUAGES)
  })

  it('names every member of a result, and describes those of inquiries', () => {
    const of = (wanted: string) => tools.find(({ name }) => name === wanted)?.outputSchema.properties ?? {}
    expect(Object.keys(of('get_firm_overview'))).toEqual(expect.arrayContaining(['name', 'hours', 'notices']))
    expect(Object.values(of('get_firm_overview')).every(({ type }) => type)).toBe(true)
    for (const name of ['preview_inquiry', 'submit_inquiry']) {
      expect(Object.keys(of(name)).length).toBeGreaterThan(2)
      for (const { description } of Object.values(of(name))) expect(description, name).toMatch(/^.{8,90}$/)
    }
    for (const { name, description } of tools) expect(description.split(/\. |\.$/).length - 1, name).toBeGreaterThan(1)
  })
})
