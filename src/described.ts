import * as z from 'zod'

/** The schema of an object that OpenAPI describes with this sentence. */
export const described = <Shape extends z.core.$ZodLooseShape>(sentence: string, shape: Shape) =>
  z.object(shape).describe(sentence)
