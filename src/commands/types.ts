/**
 * The last step of `npm run setup`: writes the types of `astro:content` to `.astro/`, which TypeScript and ESLint read. Once
 * they are there, `npm run build`, `npm run dev` and `astro check` keep them up to date.
 */
import { existsSync } from 'node:fs'
import { sync } from 'astro'

if (!existsSync('.astro/types.d.ts')) {
  try {
    await sync({ logLevel: 'silent' })
  } catch (error) {
    // A wrong setting: the command that needs it reports it.
    console.warn(`The types of the content were not written. ${error instanceof Error ? error.message : ''}`)
  }
}
