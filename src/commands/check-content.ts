/** `npm run check:content` checks the texts, and so does every build. It exits with 1 when a text has a fault. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FIRM_FILE, readContentSettings, SettingsError } from '../settings.ts'
import { runCommand } from './cli.ts'
import { faultInWords } from './content/faults.ts'
import { checkFolder } from './content/report.ts'
import { contentFolder } from './project-folders.ts'

await runCommand(async () => {
  const { shown, folder } = contentFolder()
  const settings = readContentSettings(process.env)
  if (process.env.CONTENT_DIR && !existsSync(join(folder, FIRM_FILE)))
    throw new SettingsError(
      `${shown}/ holds no ${FIRM_FILE}, and CONTENT_DIR names that folder. Correct it, or write texts into it with \`npm run adopt\`.`,
    )
  // Imported only here, because it loads much of the program.
  const program = settings.goesOnline ? (await import('./program-texts.ts')).programDigests() : undefined
  const { faults, advice } = checkFolder(settings, { program })
  for (const each of advice) console.error(faultInWords(shown, each, 'please look: '))
  for (const fault of faults) console.error(faultInWords(shown, fault))
  if (faults.length === 0) return console.log(`${shown}/ is in order.`)
  const count = faults.length === 1 ? 'One thing' : `${faults.length} things`
  throw new SettingsError(`\n${count} to fix in ${shown}/. Nothing was built.`)
})
