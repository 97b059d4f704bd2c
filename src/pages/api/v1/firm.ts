import { getFirm } from '../../../build/content.ts'
import { document } from '../../../build/document.ts'

export const GET = document('getFirm', () => getFirm())
