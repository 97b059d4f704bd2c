/**
 * The skills over `/mcp`, and that they are those of the site.
 */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { SKILLS, skillsIndex } from '../../src/contract/documents/skills.ts'
import { BASE, FIRM, jsonRequest, openDesk } from '../test-desk.ts'

const desk = await openDesk()
async function ask(method: string, params: object = {}) {
  const response = await desk.send('mcp', '/mcp', jsonRequest({ jsonrpc: '2.0', id: 1, method, params }))
  return (await response.json()) as { result?: Record<string, unknown>; error?: { code: number } }
}

interface Entry {
  uri: string
  frontmatter: { name: string; description: string }
  resources: { uri: string; digest: string }[]
}

it('lists those of the index, with the same digests, and gives their texts', async () => {
  const { skills: published } = await skillsIndex(BASE, FIRM)
  const skills = (await ask('skills/list')).result?.skills as Entry[]
  expect(skills.map(({ frontmatter }) => frontmatter)).toEqual(
    SKILLS.map(({ name, description }) => ({ name, description })),
  )
  expect(skills.map(({ resources }) => resources[0]?.digest)).toEqual(published.map(({ digest }) => digest))
  for (const entry of skills) {
    const { uri, resources } = entry
    expect((await ask('skills/get', { uri })).result?.skill).toEqual(entry)
    const [content] = (await ask('resources/read', { uri })).result?.contents as { text: string; mimeType: string }[]
    expect(content?.mimeType).toBe('text/markdown')
    const digest = createHash('sha256')
      .update(content?.text ?? '')
      .digest('hex')
    expect(resources).toMatchObject([{ uri, digest: `sha256:${digest}` }])
  }
})

it('has no other', async () => {
  const uri = 'skill://nothing/SKILL.md'
  expect((await ask('skills/get', { uri })).error?.code).toBe(-32602)
  expect((await ask('resources/read', { uri })).error).toBeDefined()
})
