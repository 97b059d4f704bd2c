/**
 * Which page has which drawing. What is added has one too: the bend of the river.
 */
import type { DrawingName } from './drawings.ts'

/** Pages, by the name of their file. */
const PAGES: Readonly<Record<string, DrawingName>> = {
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
const AREAS: Readonly<Record<string, DrawingName>> = {
  personal_injury: 'bridge',
  criminal_traffic: 'road',
  wills_trusts: 'oak',
  animal_law: 'dog',
}

export const drawingOfPage = (id: string): DrawingName => PAGES[id] ?? 'bend'
export const drawingOfArea = (id: string): DrawingName => AREAS[id] ?? 'bend'
