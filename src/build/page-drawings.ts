/**
 * Which page has which drawing. What is added has one too: the bend of the river.
 */
import type { DrawingName } from './drawings.ts'

/** Pages, by the name of their file. */
const PAGE_DRAWINGS: Readonly<Record<string, DrawingName>> = {
  home: 'heron',
  about: 'house',
  accessibility: 'boardwalk',
  contact: 'mailbox',
  disclaimer: 'marker',
  faq: 'cypress',
  'for-agents': 'dragonfly',
  'not-found': 'piling',
  privacy: 'turtle',
  thanks: 'boat',
}

/** Practice areas, by their id. */
const AREA_DRAWINGS: Readonly<Record<string, DrawingName>> = {
  personal_injury: 'bridge',
  criminal_traffic: 'road',
  wills_trusts: 'oak',
  animal_law: 'dog',
}

export const drawingOfPage = (id: string): DrawingName => PAGE_DRAWINGS[id] ?? 'bend'
export const drawingOfArea = (id: string): DrawingName => AREA_DRAWINGS[id] ?? 'bend'
