/** `npm run keys`: makes, rotates and drops keys. It prints the result, or writes it into the data folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../ports.ts'
import { jsonLog } from '../hosts/log.ts'
import { countSealedToOthers } from '../inquiries/reseal.ts'
import {
  KEYS_FILE,
  loadInboxPrivateKeys,
  loadKeys,
  PRIVATE_VARIABLE,
  replaceInboxPrivateKeys,
  replaceKeys,
} from '../keys/key-files.ts'
import {
  createKeys,
  dropRetiredKeys,
  type InboxPrivateKey,
  type KeySet,
  rotateInbox,
  rotateKeys,
} from '../keys/key-set.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { fill } from '../words.ts'
import { outputTo, readHelp, runCommandLine } from './cli.ts'
import { isSealedTo, keepDroppedKeys, STORE_OPTIONS, type StoreChoice, withStore } from './store.ts'

type Print = (text: string) => void

const currentKeys = (): KeySet => loadKeys(readSettings(process.env))
const inboxKeysOf = ({ inbox }: KeySet): InboxPrivateKey[] =>
  loadInboxPrivateKeys(process.env, readSettings(process.env).dataDir, inbox)

const COMMANDS = {
  '': printNew,
  rotate: async (print: Print) => saveKeys(print, await rotateKeys(currentKeys()), 'key.rotated'),
  drop: (print: Print) => saveKeys(print, dropRetiredKeys(currentKeys()), 'key.dropped'),
  'rotate-inbox': rotateInboxKey,
  'drop-inbox': dropInboxKeys,
}
const ARITY = { '': 0, rotate: 0, drop: 0, 'rotate-inbox': 0, 'drop-inbox': 0 }
const OPTIONS = { ...STORE_OPTIONS, out: { type: 'string' } } as const

await runCommandLine({ name: 'keys', options: OPTIONS, arity: ARITY }, (word, { out, ...choice }) => {
  const write = outputTo(out)
  return COMMANDS[word]((text) => write(`${text}\n`), choice)
})

/** Also logs the event. @param next printed when the key set is in the data folder, and not in FRONT_DESK_KEYS */
function saveKeys(print: Print, keys: KeySet, event: string, next = 'Start the service again.'): void {
  const { dataDir } = readSettings(process.env)
  if (process.env.FRONT_DESK_KEYS) print(`FRONT_DESK_KEYS='${JSON.stringify(keys)}'`)
  else if (existsSync(join(dataDir, KEYS_FILE))) replaceKeys(dataDir, keys)
  const idsOf = (all: readonly { kid: string }[]) => all.map(({ kid }) => kid).join(' ')
  jsonLog(event, { signing: idsOf(keys.signing), sealing: idsOf(keys.sealing), inbox: keys.inbox.kid })
  const isPrinted = Boolean(process.env.FRONT_DESK_KEYS)
  console.error(isPrinted ? 'Set each variable to its new value. Then start the service again, or deploy.' : next)
}

function saveInboxKeys(print: Print, keys: readonly InboxPrivateKey[]): void {
  if (process.env[PRIVATE_VARIABLE]) print(`${PRIVATE_VARIABLE}='${JSON.stringify({ keys })}'`)
  else replaceInboxPrivateKeys(readSettings(process.env).dataDir, keys)
}

async function rotateInboxKey(print: Print): Promise<void> {
  const before = currentKeys()
  const earlier = inboxKeysOf(before)
  const { keys, inboxPrivateKey } = await rotateInbox(before)
  // The private key is saved first: otherwise inquiries could arrive that no one can read.
  saveInboxKeys(print, [inboxPrivateKey, ...earlier])
  saveKeys(print, keys, 'key.inbox-rotated', 'A running service uses the new key from now on.')
  console.error('Then run `npm run inquiries -- reseal`, which moves what is stored to the new key.')
}

/** @throws SettingsError when something is still encrypted to an earlier key */
async function dropInboxKeys(print: Print, choice: StoreChoice): Promise<void> {
  const current = currentKeys()
  const { inbox } = current
  const keys = inboxKeysOf(current)
  const [kept, dropped] = [keys.filter(({ kid }) => kid === inbox.kid), keys.filter(({ kid }) => kid !== inbox.kid)]
  await withStore(choice, async (store) => {
    const count = await countSealedToOthers(store, isSealedTo(inbox))
    if (count > 0)
      throw new SettingsError(
        `${count} inquiries and notes are encrypted to an earlier key, or damaged. Run \`npm run inquiries -- reseal\` first: it says which.`,
      )
    if (dropped.length > 0) await keepDroppedKeys(store, current, dropped, systemClock.now().toISOString())
  })
  // Backups may need the keys longer than the store keeps them.
  if (dropped.length > 0)
    print(`# Dropped. Keep them as long as your older backups: ${JSON.stringify({ keys: dropped })}`)
  saveInboxKeys(print, kept)
  jsonLog('key.inbox-dropped', { kept: inbox.kid, dropped: dropped.length })
}

async function printNew(print: Print): Promise<void> {
  const { keys, inboxPrivateKey } = await createKeys(/* development: */ false)
  const values = { keys: JSON.stringify(keys), inboxPrivateKey: JSON.stringify(inboxPrivateKey) }
  print(`\n${fill(readHelp('new-keys'), values)}\n`)
}
