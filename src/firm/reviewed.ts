/**
 * When a lawyer last read a text of the content folder.
 */
import { Day } from '../dates.ts'

export const Reviewed = Day.describe('Day a lawyer last reviewed this text.')
