import { describe, expect, it } from 'vitest'
import { circumstances, measuredOn } from './measured-on.ts'

const QUIET = {
  day: '2026-11-21',
  commit: '9630083',
  changed: false,
  cores: 2,
  model: 'Some CPU',
  node: 'v24.21.0',
  system: 'Linux 6.1',
  load: 0.3,
}

describe('the line above figures', () => {
  it('names day, commit and machine', () => {
    expect(measuredOn(QUIET)).toBe(
      'Measured 2026-11-21, commit 9630083, on 2 cores (Some CPU), Node 24.21.0, Linux 6.1.',
    )
  })

  it('says when files differed from the commit, and when there was none', () => {
    expect(measuredOn({ ...QUIET, changed: true })).toContain('commit 9630083 with changes,')
    expect(measuredOn({ ...QUIET, commit: undefined })).toContain('no commit,')
  })

  it('says when the machine was busy', () => {
    expect(measuredOn({ ...QUIET, load: 1.5 })).not.toContain('busy')
    expect(measuredOn({ ...QUIET, load: 1.6 })).toContain('The machine was busy: load average 1.6 at the start.')
  })

  it('is made of what this machine says', () => {
    const { cores, node, day, model } = circumstances('README.md')
    expect(cores).toBeGreaterThan(0)
    expect([node, day]).toEqual([process.version, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    expect(model).not.toBe('')
  })
})
