/** `npm run review`: a lawyer of the firm reads the texts one by one, and decides what is open. */
import { FIRST_LANGUAGE, TRANSLATIONS, type Language } from '../language.ts'
import { readContentSettings, SettingsError } from '../settings.ts'
import { runCommandLine } from './cli.ts'
import { readContent } from './content/files.ts'
import { sampleFirm } from './content/sample.ts'
import { contentFolder } from './project-folders.ts'
import { review } from './review/review.ts'

const HELP = `Asks a lawyer of the firm what is to decide, shows one text after the other, and keeps each answer with the name and the day in record.txt.

  npm run review         decisions, and the English texts; only what was never read, or was changed since
  npm run review -- es   the Spanish texts, for a member who reads Spanish; a lawyer who does not says whom they trust
  --help                 this text

yes: it is right. change: opens the text in the program that VISUAL names, or says where it is and waits. not for us: no text says it.
later: asked the next time. Ctrl-C stops; what was said until then is kept.`

const WORDS = Object.fromEntries([['', 0], ...TRANSLATIONS.map((language) => [language, 0])]) as Record<
  Language | '',
  0
>

await runCommandLine({ name: 'review', help: HELP, options: {}, words: WORDS }, async (word) => {
  const { shown, folder } = contentFolder()
  const { files, languages } = readContent(folder)
  if (sampleFirm(files))
    throw new SettingsError(
      `${shown}/ holds the texts of the invented firm, which no lawyer reads. \`npm run adopt\` writes those of your firm.`,
    )
  const language = word || FIRST_LANGUAGE
  if (!languages.includes(language)) throw new SettingsError(`The languages of ${shown}/ are: ${languages.join(', ')}.`)
  // This import loads much of the program, so it waits.
  const { programPage: page, programDigests } = await import('./program-texts.ts')
  // npm sets EDITOR for everyone, to vi.
  const editor = process.env.VISUAL ?? ''
  await review({
    folder,
    shown,
    settings: readContentSettings(process.env),
    language,
    program: { page, digests: programDigests() },
    editor,
  })
})
