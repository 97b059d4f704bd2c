/**
 * Installs the packages that are missing or of another version, before any other program of the project runs: those that run the site, and with
 * `--dev` those of checks and tests, and of the web editor, which is large. What is installed stays. JavaScript, because the Node that npm itself runs on may be too old for TypeScript.
 */
import { execSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isAll = process.argv.includes('--dev') || process.env.CMS_REPO || existsSync('node_modules/vitest')
execSync(`npm install --no-save --no-audit --no-fund --prefer-offline --loglevel=error${isAll ? '' : ' --omit=dev'}`, {
  stdio: 'inherit',
})
// The Node of the programs that follow: the one that was just installed, if there is one for this machine.
process.exitCode = spawnSync('node', ['src/commands/node-version.mjs'], { stdio: 'inherit' }).status ?? 1
