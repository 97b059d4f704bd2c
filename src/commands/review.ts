/** `npm run review`: a lawyer of the firm reads the texts one by one, and makes the decisions that are still open. */
import { FIRST_LANGUAGE, TRANSLATIONS, type Language } from '../language.ts'
import { readContentSettings, SettingsError } from '../settings.ts'
import { runCommandLine } from './cli.ts'
import { readContent } from './content/files.ts'
import { sampleFirm } from './content/sample.ts'
import { contentFolder } from './project-folders.ts'
import { review } from './review/review.ts'

const ARITY = Object.fromEntries(['', ...TRANSLATIONS].map((word) => [word, 0])) as Record<Language | '', 0>

await runCommandLine({ name: 'review', options: {}, arity: ARITY }, async (word) => {
  const { shown, folder } = contentFolder()
  const { files, languages } = readContent(folder)
  if (sampleFirm(files))
    throw new SettingsError(
      `${shown}/ holds the texts of the invented firm, which need no review. \`npm run adopt\` writes those of your firm.`,
    )
  const language = word || FIRST_LANGUAGE
  if (!languages.includes(language)) throw new SettingsError(`The languages of ${shown}/ are: ${languages.join(', ')}.`)
  // Imported only here, because it loads much of the program.
  const { programPage: page, programDigests } = await import('./program-texts.ts')
  const program = { page, digests: programDigests() }
  // EDITOR does not count: npm sets it to vi for everyone.
  const editor = process.env.VISUAL ?? ''
  await review({ folder, shown, settings: readContentSettings(process.env), language, program, editor })
})
