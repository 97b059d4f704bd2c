/**
 * `npm run screens`: a picture of every page, in both color schemes and three widths, in `.screens/`. The tests that look at
 * the pages take them, so what is seen is what is tested.
 */
import { startVitest } from 'vitest/node'

const FOLDER = '.screens'

process.env.SCREENS = FOLDER
const vitest = await startVitest(['tests/browser/pages.test.ts', 'tests/browser/desk-pages.test.ts'], {
  config: 'tests/vitest.config.ts',
  root: '.',
  run: true,
})
await vitest.close()
console.log(`The pictures are in ${FOLDER}/.`)
