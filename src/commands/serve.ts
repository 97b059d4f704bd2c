/**
 * `npm start`, after installing and building: serves everything on this machine until it is stopped.
 */
import { resolve } from 'node:path'
import { gatheredOutput } from '../hosts/gathered-output.ts'
import { startLocalServer } from '../hosts/local.ts'
import { logOf } from '../hosts/log.ts'
import { readSettings } from '../settings.ts'
import { API_ROOT, PATHS } from '../site.ts'
import { runCommand } from './cli.ts'

/** SIGHUP: the terminal was closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const firstKeyText = (
  key: string,
) => `  The key of the desk's first owner, shown this once (\`npm run staff\` makes more):
    ${key}

`

const mailText = (address: string) => `  Mail is not sent, but shown at
    ${address}

`

await runCommand(async () => {
  const settings = readSettings(process.env)
  const root = resolve(import.meta.dirname, '../..')
  const output = gatheredOutput()
  const server = await startLocalServer(settings, root, logOf(output.write))
  const address = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${server.port}`
  output.write(`
  Front Desk is open at  ${address}
  Its data is in         ${resolve(settings.dataDir)}

  Try
    ${address}${PATHS.contact}
    curl ${address}${API_ROOT}/firm
    ${address}${PATHS.desk}        the desk of the staff
    npm run inquiries        the inquiries, in another terminal
    npm run demo:agent       an agent that asks to act for a person

${server.mailPath ? mailText(address + server.mailPath) : ''}${server.firstKey ? firstKeyText(server.firstKey) : ''}  Ctrl-C stops it.
`)
  const stop = () => {
    // A second signal ends the process at once, as people expect.
    for (const signal of ENDING) process.off(signal, stop)
    output.flush()
    void server.stop().then(() => process.exit(0))
  }
  for (const signal of ENDING) process.on(signal, stop)
})
