/** The last step of `npm run setup`: writes the first types of `astro:content`, which TypeScript and ESLint need. */
import { existsSync } from 'node:fs'
import { sync } from 'astro'

if (!existsSync('.astro/types.d.ts')) {
  try {
    await sync({ logLevel: 'silent' })
  } catch (error) {
    // The command that needs the wrong setting reports it.
    console.warn(`The types of the content were not written. ${error instanceof Error ? error.message : ''}`)
  }
}
