/** When the lawyers talk with people to whom the firm has offered it: the field `consultations` of `firm.md`. */
import * as z from 'zod'
import { checkLines, LIST_RULE, WEEKLY_FIELDS } from './hours-fields.ts'
import { TalkKind } from './talk-kind.ts'

const MAX_DAYS = 90
const whole = (least: number, most: number) => z.int('must be a whole number').min(least).max(most)

const Window = z
  .strictObject({
    lawyer: z.string().min(1).describe("The lawyer: the name of the file in `lawyers/`, without '.md'."),
    ...WEEKLY_FIELDS,
    minutes: whole(10, 240).describe('How long each talk is, minutes.'),
    kinds: z
      .array(TalkKind, LIST_RULE)
      .min(1, 'must name one at least')
      .describe('In which ways: telephone, office, video.'),
  })
  .describe('A part of the week in which a lawyer talks with people, one after the other.')

export const Consultations = z.strictObject({
  noticeHours: whole(1, 24 * MAX_DAYS).describe('How many hours before it begins a time can still be chosen.'),
  aheadDays: whole(1, MAX_DAYS).describe('For how many days ahead times can be chosen.'),
  changeHours: whole(1, 24 * MAX_DAYS).describe('Until how many hours before it a time can be changed or cancelled.'),
  windows: z
    .array(Window, LIST_RULE)
    .min(1, 'must have one')
    .superRefine(checkLines)
    .describe('When the lawyers talk with people, within the opening hours.'),
})
export type Consultations = z.infer<typeof Consultations>
