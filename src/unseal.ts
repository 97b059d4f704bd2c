import type * as z from 'zod'
import type { TokenKeys } from './ports.ts'

/** @returns undefined when the service did not seal the text for this purpose, or the value fails the schema */
export const unsealAs = async <T>(
  schema: z.ZodType<T>,
  keys: Pick<TokenKeys, 'unseal'>,
  purpose: string,
  text: string,
): Promise<T | undefined> => schema.safeParse(await keys.unseal(purpose, text)).data
