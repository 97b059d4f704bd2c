import { registryEntry } from '../../contract/catalogs.ts'
import { base, getFirm } from '../_content.ts'
import { jsonDocument } from '../_json.ts'

export const GET = jsonDocument(async () => registryEntry(base, await getFirm()))
