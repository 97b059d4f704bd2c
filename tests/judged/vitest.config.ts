import { defineConfig } from 'vitest/config'
import { HUNG } from '../vitest.config.ts'

export default defineConfig({
  test: {
    include: ['tests/judged/*.check.ts'],
    globalSetup: ['tests/build.ts', 'tests/journeys/shared-server.ts', 'tests/browser/setup.ts'],
    maxWorkers: 2,
    ...HUNG,
  },
})
