import { defineConfig } from 'vitest/config'
import { HUNG } from '../vitest.config.ts'

export default defineConfig({
  test: {
    include: ['tests/netlify/*.check.ts'],
    globalSetup: ['tests/build.ts'],
    ...HUNG,
    // Netlify's programs change the environment of their process.
    pool: 'forks',
  },
})
