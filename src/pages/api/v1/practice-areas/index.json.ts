// Served as /api/v1/practice-areas by a rewrite: a path cannot be a file and a folder at once.
import { getPracticeAreas } from '../../../../build/content.ts'
import { document } from '../../../../build/document.ts'

export const GET = document('listPracticeAreas', async () => ({ practiceAreas: await getPracticeAreas() }))
