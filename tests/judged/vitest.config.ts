import { defineConfig } from 'vitest/config'
import { HUNG } from '../vitest.config.ts'

export default defineConfig({
  test: {
    include: ['tests/judged/*.check.ts'],
    globalSetup: ['tests/build.ts'],
    maxWorkers: 2,
    ...HUNG,
  },
})
