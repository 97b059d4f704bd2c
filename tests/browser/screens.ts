/**
 * `npm run screens`: a picture of every page, in both color schemes and three widths, in `.screens/`. With `--readme`: the two
 * pictures of the project's README, in `.github/images/`. The tests that look at the pages take them, so what is seen is what is
 * tested.
 */
import { startVitest } from 'vitest/node'

const { tests, variable, folder } = process.argv.includes('--readme')
  ? { tests: ['readme-pictures'], variable: 'README_PICTURES', folder: '.github/images' }
  : { tests: ['pages', 'desk-pages'], variable: 'SCREENS', folder: '.screens' }

process.env[variable] = folder
const vitest = await startVitest(
  tests.map((name) => `tests/browser/${name}.test.ts`),
  { config: 'tests/vitest.config.ts', root: '.', run: true },
)
await vitest.close()
console.log(`The pictures are in ${folder}/.`)
