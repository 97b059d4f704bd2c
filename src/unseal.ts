/** Opening what the service sealed for itself, and checking it. */
import type * as z from 'zod'
import type { TokenKeys } from './ports.ts'

/** @returns undefined when this service did not seal the text for this purpose, or sealed something else */
export const unsealAs = async <T>(
  schema: z.ZodType<T>,
  keys: Pick<TokenKeys, 'unseal'>,
  purpose: string,
  text: string,
): Promise<T | undefined> => schema.safeParse(await keys.unseal(purpose, text)).data
