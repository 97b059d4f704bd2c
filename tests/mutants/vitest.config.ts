/** The unit tests that Stryker asks: those that call the code in their own process, where it can switch a fault on. */
import { defineConfig } from 'vitest/config'
import { HUNG, SAMPLE_FIRM } from '../vitest.config.ts'

export default defineConfig({
  test: {
    ...HUNG,
    env: SAMPLE_FIRM,
    isolate: false,
    include: ['tests/{keys,agents,staff,inquiries,conflicts,store,http,service,mail,api,forms,mcp,desk}/**/*.test.ts'],
  },
})
