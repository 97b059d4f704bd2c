/** `import-all.mjs BUNDLE …` prints what the bundles say of themselves, and which asked for words, numbers or an order of a language. */
import { basename } from 'node:path'

let file
const used = new Set()
const watched = (name, method) =>
  function (...args) {
    used.add(`${file} ${name}`)
    return new.target ? Reflect.construct(method, args) : Reflect.apply(method, this, args)
  }
for (const name of ['ListFormat', 'DisplayNames', 'DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules'])
  Intl[name] = watched(name, Intl[name])
for (const { prototype } of [Number, Date, String])
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare'])
    if (Object.hasOwn(prototype, name)) prototype[name] = watched(name, prototype[name])
const configs = {}
for (file of process.argv.slice(2)) configs[basename(file, '.mjs')] = (await import(file)).config
process.stdout.write(JSON.stringify({ used: [...used], configs }))
