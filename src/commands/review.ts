/** `npm run review`: a lawyer of the firm reads and confirms the texts one by one. */
import { readContentSettings, SettingsError } from '../settings.ts'
import { runCommandLine } from './cli.ts'
import { readContent } from './content/files.ts'
import { sampleFirm } from './content/sample.ts'
import { contentFolder } from './project-folders.ts'
import { review } from './review/review.ts'

const HELP = `Shows a lawyer of the firm one text after the other, each part in all languages, with each sentence that may not be true.

  npm run review   goes on where the last one stopped: only what was never read, or was changed since, is shown
  --help           this text

Yes writes the day into the text and ticks off what was decided with it. No opens the text in the program that the variable EDITOR
names, or says where it is. Ctrl-C stops; what was said until then is kept.`

await runCommandLine({ name: 'review', help: HELP, options: {}, words: { '': 0 } }, async () => {
  const { shown, folder } = contentFolder()
  if (sampleFirm(readContent(folder).files))
    throw new SettingsError(
      `${shown}/ holds the texts of the invented firm, which no lawyer reads. \`npm run adopt\` writes those of your firm.`,
    )
  // This import loads much of the program, so it waits.
  const program = (await import('./program-texts.ts')).programTexts()
  const editor = process.env.EDITOR ?? ''
  await review({ folder, shown, settings: readContentSettings(process.env), program, editor })
})
