/** Bodies of requests, and the sentences that refuse them. */
import { expect, it } from 'vitest'
import { MAX_BODY_BYTES, readFormWithFiles, readJsonObject } from '../../src/http/body.ts'
import type { Problem } from '../../src/problem.ts'
import { yamlOf } from '../table.ts'

const { jsons, files } = yamlOf<{
  jsons: [headers: Record<string, string>, body: string, result: string][]
  files: [bytes: string, text: string | null][]
}>('tests/http/body.yaml')

const posted = (body: BodyInit, headers = {}) => new Request('https://firm.example/', { method: 'POST', headers, body })
const detailOf = ({ detail }: Problem) => detail
const fileIn = async (request: Request) => (await readFormWithFiles(request, MAX_BODY_BYTES)).get('file')

it.each(jsons)('a body with %j, %j: %s', async (headers, body, result) =>
  expect(await readJsonObject(posted(body, headers)).then(JSON.stringify, detailOf)).toBe(result),
)

it.each(files)('a file with the bytes %j has the text %j', async (bytes, text) => {
  const form = new FormData()
  form.set('file', new File([Buffer.from(bytes, 'hex')], 'clients.csv'))
  expect(await fileIn(posted(form))).toBe(text)
})

it('a form that is no form is refused with what to do', async () => {
  const request = posted('--x', { 'Content-Type': 'multipart/form-data; boundary=x' })
  const refused = await fileIn(request).catch(detailOf)
  expect(refused).toBe('The form cannot be read. Open the page again and send it from there.')
})
