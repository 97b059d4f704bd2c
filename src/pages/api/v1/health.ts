import { document } from '../../_document.ts'

export const GET = document('getHealth', () => ({ status: 'ok' }))
