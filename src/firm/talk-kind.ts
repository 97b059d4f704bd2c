/** In which way a lawyer and a person talk. Apart from the schema of the texts, which most functions do not need. */
import * as z from 'zod'

export const TALK_KINDS = ['telephone', 'office', 'video'] as const
export const TalkKind = z.enum(TALK_KINDS, `must be one of: ${TALK_KINDS.join(', ')}`)
export type TalkKind = z.infer<typeof TalkKind>
