// Served as /api/v1 by a rewrite: a path cannot be a file and a folder at once.
import { apiIndex } from '../../../contract/operations.ts'
import { base, getFirm, getPracticeAreas } from '../../../build/content.ts'
import { document } from '../../../build/document.ts'

export const GET = document('getIndex', async () => {
  const areas = await getPracticeAreas()
  return apiIndex(
    (await getFirm()).name,
    base,
    areas.map(({ id }) => id),
  )
})
