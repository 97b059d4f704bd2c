import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../journeys/server.ts'
import { FOREIGN, leaksIn, mark, watchFor } from './leaks.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))
writeFileSync(join(folder, 'keys.json'), JSON.stringify({ pepper: 'p1', signing: [{ x: 'public', d: 'd1' }] }))
const watch = watchFor(folder, [['the-owner', 'the key of the owner']])

describe('leaks', () => {
  it.each([
    ['the secret members of a key', 'd1', 'a key of keys.json'],
    ['another secret', 'x the-owner x', 'the key of the owner'],
    ['the data folder', `open ${folder}/x`, 'a path of the machine'],
    ['the folder of the project', process.cwd(), 'a path of the machine'],
    ['a stack', 'Error\n    at read (file:///a/b.ts:1:2)', 'a stack'],
    ['what another request sent', `Dear ${mark(8)}`, FOREIGN],
  ])('are found: %s', (_what, text, leak) => {
    expect(leaksIn(text, watch, `name=${mark(7)}`)).toEqual([leak])
  })

  it('are not what everyone may see: public members, and what the request itself sent', () => {
    expect(leaksIn(`public ${mark(7)} at 10:30:00`, watch, `name=${mark(7)}`)).toEqual([])
  })

  it('are not looked for without keys', () => {
    const empty = temporaryFolder()
    expect(() => watchFor(empty)).toThrow('no keys')
    removeFolder(empty)
  })
})
