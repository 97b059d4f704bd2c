/** The bottom of each drawing is the bottom of its box, which on a page is the rule below the heading. */
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
  touch?: string
}

export const DRAWINGS = drawings as unknown as Readonly<Record<DrawingName, Drawing>>
