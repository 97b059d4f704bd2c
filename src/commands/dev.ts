/** `npm run dev`: the site with live reload. While a text has a fault, pages show the result of `npm run check:content`. */
import { env } from 'node:process'
import { faultPages } from '../hosts/dev-faults.ts'
import { readContentSettings } from '../settings.ts'
import { runCommand } from './cli.ts'
import { contentFolder } from './project-folders.ts'
import { faultInWords } from './content/faults.ts'
import { checkFolder } from './content/report.ts'

await runCommand(async () => {
  const { shown, folder } = contentFolder()
  const settings = readContentSettings(env)
  const readFaults = () => checkFolder(settings, { isDraft: true }).faults.map((fault) => faultInWords(shown, fault))

  // Telemetry is off, because the server must not need the internet.
  env.ASTRO_TELEMETRY_DISABLED = '1'
  const { dev } = await import('astro')
  await dev({ vite: { plugins: [faultPages(folder, readFaults)] } })
})
