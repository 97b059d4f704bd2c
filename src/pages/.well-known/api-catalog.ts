import { apiCatalog } from '../../contract/documents/catalogs.ts'
import { base } from '../../build/content.ts'
import { jsonDocument } from '../../build/document.ts'

export const GET = jsonDocument(() => apiCatalog(base))
