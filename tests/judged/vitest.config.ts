import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/judged/*.check.ts'],
    globalSetup: ['tests/build.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
