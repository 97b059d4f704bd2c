/** `unit` needs only the installed packages; `site` reads the build or starts programs; `browser` opens pages in Chromium. */
import { SAMPLE_CONTENT } from '../src/settings.ts'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const SITE = ['tests/{site,journeys,hostile,netlify}/**/*.test.ts']
const QUIET = 'tests/quiet.ts'
const BROWSER = ['tests/browser/**/*.test.ts']
const SERVER = ['tests/other-firm.ts', 'tests/journeys/shared-server.ts']
/** More than two files at once only wait for each other. The files of a process share what they load, and one browser. */
const SERVED = { maxWorkers: 2, isolate: false }
/** The firm of the tests is the sample, whatever the firm that uses this project writes. */
export const SAMPLE_FIRM = { CONTENT_DIR: SAMPLE_CONTENT }
/** Nothing is waited for by time, so these end only what hangs, milliseconds: ten times what a slow machine takes. */
export const HUNG = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 90_000 } } }

const project = (
  name: string,
  groupOrder: number,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({ test: { ...HUNG, name, env: SAMPLE_FIRM, sequence: { groupOrder }, ...test } })

export default defineConfig({
  test: {
    disableConsoleIntercept: true,
    projects: [
      project('unit', 1, {
        include: ['tests/**/*.test.ts'],
        exclude: [...SITE, ...BROWSER, '**/node_modules/**'],
        setupFiles: QUIET,
        maxWorkers: '100%',
        isolate: false,
      }),
      project('site', 2, { include: SITE, setupFiles: QUIET, globalSetup: SERVER, ...SERVED }),
      project('browser', 2, { include: BROWSER, globalSetup: [...SERVER, 'tests/browser/setup.ts'], ...SERVED }),
    ],
  },
})
