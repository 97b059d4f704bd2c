/** The unit tests that Stryker asks: those that call the code in their own process, where it can switch a fault on. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SAMPLE_FIRM } from '../vitest.config.ts'

/** Runs the files that noticed the last fault first, then the quick ones: most faults are noticed before the long stories begin. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const failed = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.failed === true
    const slowFirst = await super.sort(files)
    return [...slowFirst.filter(failed), ...slowFirst.filter((file) => !failed(file)).reverse()]
  }
}

export default defineConfig({
  test: {
    // Milliseconds. A fault that makes a test wait for ever is noticed soon. No sound test takes a third of it.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    env: SAMPLE_FIRM,
    isolate: false,
    sequence: { sequencer: QuickFirst },
    include: ['tests/{keys,agents,staff,inquiries,conflicts,store,http,service,mail,api,forms,mcp,desk}/**/*.test.ts'],
  },
})
