import { getFaq } from '../../../build/content.ts'
import { document } from '../../../build/document.ts'

export const GET = document('listFaq', async () => ({ faq: await getFaq() }))
