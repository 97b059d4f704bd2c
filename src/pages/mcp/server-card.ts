import { serverCard } from '../../contract/documents/catalogs.ts'
import { base, getFirm } from '../../build/content.ts'
import { jsonDocument } from '../../build/document.ts'

export const GET = jsonDocument(async () => serverCard(base, await getFirm()))
