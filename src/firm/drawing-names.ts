/**
 * The names of the drawings that a text can have. The drawings themselves are in `src/build/drawings.ts`.
 */
import * as z from 'zod'

export const DRAWING_NAMES = [
  // For any firm.
  'horizon',
  'scales',
  'book',
  'columns',
  'door',
  'key',
  'document',
  'path',
  'suitcase',
  'umbrella',
  // From the river of the sample.
  'bend',
  'boardwalk',
  'boat',
  'bridge',
  'cypress',
  'dog',
  'dragonfly',
  'heron',
  'house',
  'mailbox',
  'marker',
  'oak',
  'piling',
  'road',
  'turtle',
] as const

export type DrawingName = (typeof DRAWING_NAMES)[number]

/** What a text without one has. */
export const NEUTRAL_DRAWING: DrawingName = 'horizon'

/** @param description what it is the drawing of */
export const drawingField = (description: string) =>
  z
    .enum(DRAWING_NAMES, `must be one of: ${DRAWING_NAMES.join(', ')}`)
    .optional()
    .describe(description)
