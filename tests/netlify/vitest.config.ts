import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/netlify/*.check.ts'],
    globalSetup: ['tests/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Netlify's programs change the environment of their process.
    pool: 'forks',
  },
})
