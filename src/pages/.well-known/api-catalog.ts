import { apiCatalog } from '../../contract/catalogs.ts'
import { base } from '../_content.ts'
import { jsonDocument } from '../_json.ts'

export const GET = jsonDocument(() => apiCatalog(base))
