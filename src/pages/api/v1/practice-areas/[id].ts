import type { GetStaticPaths } from 'astro'
import { getPracticeAreas } from '../../../_content.ts'
import { document } from '../../../_document.ts'

export const getStaticPaths = (async () =>
  (await getPracticeAreas()).map(({ id }) => ({ params: { id } }))) satisfies GetStaticPaths

export const GET = document('getPracticeArea', async ({ id }) =>
  (await getPracticeAreas()).find((area) => area.id === id),
)
