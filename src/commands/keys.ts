/** `npm run keys`: makes, rotates and drops keys, and prints new ones once. */
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
import { newSecretFile, runCommandLine } from './cli.ts'
import { isSealedTo, keepDroppedKeys, STORE_HELP, STORE_OPTIONS, type StoreChoice, withStore } from './store.ts'

const HELP = `Keys of the service.

  npm run keys                    prints a new key set for production, and the private key of the inbox
  npm run keys -- rotate          adds new signing and sealing keys, used from now on; the earlier ones still verify and open
  npm run keys -- drop            removes the earlier keys, 31 days after a rotation at the earliest: by then all they signed has expired, except receipts
  npm run keys -- rotate-inbox    adds a new key of the inbox: new inquiries are encrypted to it, and the earlier ones still open
                                  what was encrypted to them, until \`npm run inquiries -- reseal\` has moved it to the new one
  npm run keys -- drop-inbox      removes the earlier private keys of the inbox, if nothing in the store is encrypted to them, and prints them;
                                  for 30 days the store keeps them, encrypted to the present one, and \`npm run inquiries\` uses them

rotate, drop and rotate-inbox change the key set in FRONT_DESK_KEYS, and print it; without that variable, the one in the data folder.
rotate-inbox and drop-inbox do the same with the private keys in ${PRIVATE_VARIABLE}. Start the service again, or deploy, to use
what they changed; a running service picks up a new inbox key in the data folder by itself.

  --out FILE        writes what it would print to a new file, which its owner alone can read, and not to the screen

drop-inbox looks into a store:
${STORE_HELP}
`

type Print = (text: string) => void

function linesTo(file: string): Print {
  const write = newSecretFile(file)
  return (text) => write(`${text}\n`)
}

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
const WORDS = { '': 0, rotate: 0, drop: 0, 'rotate-inbox': 0, 'drop-inbox': 0 }
const OPTIONS = { ...STORE_OPTIONS, out: { type: 'string' } } as const

await runCommandLine({ name: 'keys', help: HELP, options: OPTIONS, words: WORDS }, (word, { out, ...choice }) =>
  COMMANDS[word](out === undefined ? console.log : linesTo(out), choice),
)

function saveKeys(print: Print, keys: KeySet, event: string): void {
  const { dataDir } = readSettings(process.env)
  if (process.env.FRONT_DESK_KEYS) print(`FRONT_DESK_KEYS='${JSON.stringify(keys)}'`)
  else if (existsSync(join(dataDir, KEYS_FILE))) replaceKeys(dataDir, keys)
  jsonLog(event, {
    signing: keys.signing.map(({ kid }) => kid).join(' '),
    sealing: keys.sealing.map(({ kid }) => kid).join(' '),
    inbox: keys.inbox.kid,
  })
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
  saveKeys(print, keys, 'key.inbox-rotated')
  console.error(
    `${process.env.FRONT_DESK_KEYS ? 'Start the service again, or deploy.' : 'A running service uses it from now on.'} Then \`npm run inquiries -- reseal\` moves what is stored to the new key.`,
  )
}

/** @throws SettingsError when something is still encrypted to a dropped key */
async function dropInboxKeys(print: Print, choice: StoreChoice): Promise<void> {
  const current = currentKeys()
  const { inbox } = current
  const keys = inboxKeysOf(current)
  const [kept, dropped] = [keys.filter(({ kid }) => kid === inbox.kid), keys.filter(({ kid }) => kid !== inbox.kid)]
  await withStore(choice, async (store) => {
    const count = await countSealedToOthers(store, isSealedTo(inbox))
    if (count > 0)
      throw new SettingsError(
        `${count} inquiries and notes are encrypted to an earlier key. Run \`npm run inquiries -- reseal\` first.`,
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
  const { keys, inboxPrivateKey } = await createKeys(false)
  print(`
# Two variables. Keep a copy of both in the firm's safe: without the second no one can read what was sent.

# 1. For the service (on Netlify: Project configuration → Environment variables):

FRONT_DESK_KEYS='${JSON.stringify(keys)}'

# 2. For the staff's computer, and for the service if the staff read inquiries at its desk. It opens the inquiries:

${PRIVATE_VARIABLE}='${JSON.stringify(inboxPrivateKey)}'
`)
}
