import { getFaq } from '../../_content.ts'
import { document } from '../../_document.ts'

export const GET = document('listFaq', async () => ({ faq: await getFaq() }))
