/**
 * When a lawyer last read a text of the content folder. A text without a day was read by none: it may be tried out, and must not go
 * online.
 */
import * as z from 'zod'
import { Day } from '../dates.ts'

/** As the API has it. */
export const ReviewedDay = z.iso.date().optional().describe('Day a lawyer last reviewed this text, if one has.')

export const Reviewed = Day.optional().describe('Day a lawyer last reviewed this text; left out until one has.')
