import { getFirm } from '../../_content.ts'
import { document } from '../../_document.ts'

export const GET = document('getFirm', () => getFirm())
