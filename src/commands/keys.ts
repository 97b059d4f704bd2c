/**
 * `npm run keys`: makes a key set for production, or puts new keys in front of one, and prints it, once.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { jsonLog } from '../hosts/log.ts'
import { KEYS_FILE, loadKeys, replaceKeys } from '../keys/key-files.ts'
import { createKeys, dropRetiredKeys, type KeySet, rotateKeys } from '../keys/key-set.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { runCommand } from './cli.ts'

const HELP = `Keys of the service.

  npm run keys               prints a new key set for production, and the private key of the inbox
  npm run keys -- rotate     adds new signing and sealing keys, used from now on; the earlier ones still verify and open
  npm run keys -- drop       removes the earlier keys, 31 days after a rotation at the earliest: what they signed has expired then, but for receipts

rotate and drop change the key set in FRONT_DESK_KEYS, and print it; without that variable, that of the data folder.
Start the service again, or deploy, to use it.
`

await runCommand(async () => {
  const [command = 'new', ...rest] = process.argv.slice(2)
  if (command === '--help' || rest.length > 0) return void console.log(HELP)
  if (command === 'new') return printNew()
  if (command === 'rotate') return saveKeys(await rotateKeys(currentKeys()), 'key.rotated')
  if (command === 'drop') return saveKeys(dropRetiredKeys(currentKeys()), 'key.dropped')
  throw new SettingsError(`there is no command "${command}". \`npm run keys -- --help\` shows what there is.`)
})

function currentKeys(): KeySet {
  return loadKeys(readSettings(process.env))
}

function saveKeys(keys: KeySet, event: string): void {
  const { dataDir } = readSettings(process.env)
  if (process.env.FRONT_DESK_KEYS) console.log(`FRONT_DESK_KEYS='${JSON.stringify(keys)}'`)
  else if (existsSync(join(dataDir, KEYS_FILE))) replaceKeys(dataDir, keys)
  jsonLog(event, {
    signing: keys.signing.map(({ kid }) => kid).join(' '),
    sealing: keys.sealing.map(({ kid }) => kid).join(' '),
  })
}

async function printNew(): Promise<void> {
  const { keys, inboxPrivateKey } = await createKeys(false)
  console.log(`
Two variables. Keep a copy of both in the firm's safe: without the second no one can read what was sent.

1. For the service (on Netlify: Project configuration → Environment variables):

FRONT_DESK_KEYS='${JSON.stringify(keys)}'

2. For the staff's computer, and for the service if the staff read inquiries at its desk. It opens the inquiries:

FRONT_DESK_INBOX_PRIVATE_KEY='${JSON.stringify(inboxPrivateKey)}'
`)
}
