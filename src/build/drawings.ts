/** Each drawing stands on the bottom edge of its box. On a page, that edge is the line below the heading. */
import type { DrawingName } from '../firm/content-fields.ts'
import drawings from './drawings.json' with { type: 'json' }

export interface Drawing {
  /** Width and height. */
  size: readonly [number, number]
  /** Outlines, as the `d` of a path. */
  lines: string
  /** Lines in a lighter color: water, grass, grain. */
  fine: string
  /** Lines in the color of the firm. */
  accent?: string
}

export const DRAWINGS = drawings as unknown as Readonly<Record<DrawingName, Drawing>>
