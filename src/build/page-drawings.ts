/**
 * The drawing of each page. Pages not listed here get the bend of the river.
 */
import type { DrawingName } from './drawings.ts'

/** By file name. */
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

/** By id of the practice area. */
const AREA_DRAWINGS: Readonly<Record<string, DrawingName>> = {
  personal_injury: 'bridge',
  criminal_traffic: 'road',
  wills_trusts: 'oak',
  animal_law: 'dog',
}

export const drawingOfPage = (id: string): DrawingName => PAGE_DRAWINGS[id] ?? 'bend'
export const drawingOfArea = (id: string): DrawingName => AREA_DRAWINGS[id] ?? 'bend'
/** Of the page of every lawyer: they work there. */
export const LAWYER_DRAWING: DrawingName = 'house'
