/** The last step of `npm run setup`: writes the types of `astro:content` if there are none. TypeScript and ESLint need them. */
import { existsSync } from 'node:fs'
import { sync } from 'astro'

if (!existsSync('.astro/types.d.ts')) {
  try {
    await sync({ logLevel: 'silent' })
  } catch (error) {
    // A wrong setting must not stop the setup: the command that needs the setting reports it.
    console.warn(`The types of the content were not written. ${error instanceof Error ? error.message : ''}`)
  }
}
