/** `npm run mail`: takes an answer by e-mail from a mail server on this machine. */
import { buffer } from 'node:stream/consumers'
import { logOf } from '../hosts/log.ts'
import { openMachine } from '../hosts/machine.ts'
import { PUBLISHED_DIR, publishedFolder } from '../hosts/published.ts'
import { createService } from '../service/service.ts'
import { takeMail } from '../service/take-mail.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { runCommandLine } from './cli.ts'
import { ROOT } from './project-folders.ts'

await runCommandLine({ name: 'mail', options: {}, arity: { inbound: 0 } }, async () => {
  // 75 is EX_TEMPFAIL of sysexits.h: the mail server tries again.
  process.on('exit', (code) => (process.exitCode = code && 75))
  const { store, ports } = await openMachine(readSettings(process.env), logOf(console.error))
  const work: Promise<unknown>[] = []
  const published = publishedFolder(`${ROOT}/${PUBLISHED_DIR}`)
  const service = await createService({ ...ports, published, waitUntil: (one) => void work.push(one) })
  if (service.inboundMail === undefined) throw new SettingsError('INBOUND_MAIL is missing. Set it, and build again.')
  await takeMail(service, await buffer(process.stdin))
  await Promise.all(work)
  await store.close()
})
