import type { GetStaticPaths } from 'astro'
import { getPracticeAreas } from '../../../../build/content.ts'
import { document } from '../../../../build/document.ts'

export const getStaticPaths = (async () =>
  (await getPracticeAreas()).map(({ id }) => ({ params: { id } }))) satisfies GetStaticPaths

export const GET = document('getPracticeArea', async ({ id }) =>
  (await getPracticeAreas()).find((area) => area.id === id),
)
