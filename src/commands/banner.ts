/** The text that a server prints when it starts on one machine. */
import { resolve } from 'node:path'
import { fillParts } from '../firm/placeholders.ts'
import type { LocalServer } from '../hosts/local.ts'
import type { Settings } from '../settings.ts'
import { API_ROOT, PATHS } from '../site.ts'
import { fill } from '../words.ts'
import { readHelp } from './cli.ts'

export type Started = Omit<LocalServer, 'stop'>

/** In production, the text names the public address, and leaves out what is only for trials. */
export function banner(settings: Settings, started: Started): string {
  const { production, host, dataDir } = settings
  const name = host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const localAddress = `http://${name}:${started.port}`
  const address = production ? settings.base : localAddress
  const rows = [
    ['Front Desk is open at', address],
    ...(production ? [['It listens on', `${host}, port ${started.port}`]] : []),
    ['Its data is in', resolve(dataDir)],
    ['Can it store?', readyText(address + PATHS.ready, started)],
  ]
  const { mailPath = '', firstKey = '' } = started
  const parts = { '#try': production ? '' : 'shown', '#mailPath': mailPath, '#firstKey': firstKey }
  const text = fill(fillParts(readHelp('started'), parts), {
    rows: rows.map(([name = '', value = '']) => `  ${name.padEnd(21)}  ${value}\n`).join(''),
    ...{ address, mailPath, firstKey, api: API_ROOT, contact: PATHS.contact, desk: PATHS.desk },
  })
  return `\n${text}\n`
}

const readyText = (address: string, { failed }: Started) =>
  `${failed === 'check' ? 'yes, but the database is damaged' : failed ? `no: the store failed (${failed}), so nothing is accepted` : 'yes'}; ${address} shows it at any time`
