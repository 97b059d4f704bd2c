/**
 * What a judge measured, as a check hands it to `run.ts`: in the meta data of its test.
 */
export interface Figure {
  /** Name and version of the judge, and what it looked at. */
  judge: string
  goal: string
  measured: string
}

declare module 'vitest' {
  interface TaskMeta {
    figure?: Figure
  }
}
