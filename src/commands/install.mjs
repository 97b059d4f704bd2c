/** Installs missing packages; `--dev` adds tests and the web editor. It is JavaScript, because npm's Node may be too old for TypeScript. */
import { execSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const includesDev = process.argv.includes('--dev') || process.env.CMS_REPO || existsSync('node_modules/vitest')
execSync(
  `npm install --no-save --no-audit --no-fund --prefer-offline --loglevel=error${includesDev ? '' : ' --omit=dev'}`,
  {
    stdio: 'inherit',
  },
)
// Checks the Node that will run the program: `npm install` may just have installed it.
process.exitCode = spawnSync('node', ['src/commands/node-version.mjs'], { stdio: 'inherit' }).status ?? 1
