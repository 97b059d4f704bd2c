import { document } from '../../../build/document.ts'

export const GET = document('getHealth', () => ({ status: 'ok' }))
