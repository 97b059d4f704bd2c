/** The text that a server prints when it starts on one machine. */
import { resolve } from 'node:path'
import type { LocalServer } from '../hosts/local.ts'
import type { Settings } from '../settings.ts'
import { API_ROOT, PATHS } from '../site.ts'

export type Started = Omit<LocalServer, 'stop'>

/** In production it names the public address, and nothing that is only for trials. */
export function banner(settings: Settings, started: Started): string {
  const { production, host, dataDir } = settings
  const listening = `http://${host === '127.0.0.1' ? 'localhost' : host}:${started.port}`
  const address = production ? settings.base : listening
  const rows = [
    ['Front Desk is open at', address],
    ...(production ? [['It listens on', `${host}, port ${started.port}`]] : []),
    ['Its data is in', resolve(dataDir)],
    ['Can it store?', readyText(address + PATHS.ready, started)],
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(21)}  ${value}\n`)
  return `
${lines.join('')}
${production ? '' : tryText(address, started)}  Ctrl-C stops it.
`
}

const readyText = (address: string, { failed }: Started) =>
  `${failed === 'check' ? 'yes, but the database is damaged' : failed ? `no: the store failed (${failed}), so nothing is accepted` : 'yes'}; ${address} shows it at any time`

function tryText(address: string, { mailPath, firstKey }: Started): string {
  const mail = mailPath
    ? `  Mail is not sent, but shown at
    ${address}${mailPath}

`
    : ''
  const key = firstKey
    ? `  The key of the desk's first owner, shown only once (\`npm run staff\` makes more):
    ${firstKey}

`
    : ''
  return `  Try
    ${address}${PATHS.contact}
    curl ${address}${API_ROOT}/firm
    ${address}${PATHS.desk}        the desk of the staff
    npm run demo:agent       an agent that asks to act for a person

${mail}${key}`
}
