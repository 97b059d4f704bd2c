/**
 * When a lawyer last read a text of the content folder. A text without a day was read by none: it may be tried out, and must not go
 * online.
 */
import { Day } from '../dates.ts'

export const Reviewed = Day.optional().describe('Day a lawyer last reviewed this text.')
