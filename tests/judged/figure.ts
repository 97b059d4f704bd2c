/** What a judge measured, as a check hands it to `run.ts`: in the meta data of its test. */
export interface Figure {
  /** Name and version of the judge, and what it looked at. */
  judge: string
  goal: string
  measured: string
}

/** What Lighthouse must give, whether it could run or not. */
export const LIGHTHOUSE_GOAL = 'accessibility, best practices and SEO 100'

declare module 'vitest' {
  interface TaskMeta {
    figure?: Figure
  }
}
