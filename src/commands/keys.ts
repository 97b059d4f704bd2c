/**
 * `npm run keys`: makes a key set for production and prints it, once. Nothing is written to disk.
 */
import { createKeys } from '../server/keys.ts'

const { keys, inboxPrivateKey } = await createKeys(false)
console.log(`
Two variables. Keep a copy of both in the firm's safe: without the second nobody can read what was sent.

1. For the service (on Netlify: Site configuration, Environment variables):

FRONT_DESK_KEYS='${JSON.stringify(keys)}'

2. For the staff's computer only, never for the service. It opens the inquiries:

FRONT_DESK_INBOX_PRIVATE_KEY='${JSON.stringify(inboxPrivateKey)}'
`)
