/**
 * What a cold function does before its first request. The first use of `Intl` takes longer than a tenth of its start.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

/** Imports the bundles, and prints which asked for words, numbers or an order of a language. */
const IMPORT_ALL = `
let file
const used = new Set()
const watched = (name, method) => function (...args) {
  used.add(file + ' ' + name)
  return new.target ? Reflect.construct(method, args) : Reflect.apply(method, this, args)
}
for (const name of ['ListFormat', 'DisplayNames', 'DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules'])
  Intl[name] = watched(name, Intl[name])
for (const { prototype } of [Number, Date, String])
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare'])
    if (Object.hasOwn(prototype, name)) prototype[name] = watched(name, prototype[name])
for (file of process.argv.slice(1)) await import(file)
console.log(JSON.stringify([...used]))`

it('no function uses Intl before its first request', () => {
  const bundles = globSync('.netlify/front-desk/*.mjs').map((file) => resolve(file))
  expect(bundles.length).toBeGreaterThan(0)
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', IMPORT_ALL, '--', ...bundles], {
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toEqual([])
})
