import { openidConfiguration } from '../../contract/documents/oauth-metadata.ts'
import { base, trustList } from '../../build/content.ts'
import { jsonDocument } from '../../build/json.ts'

export const GET = jsonDocument(() => openidConfiguration(base, trustList))
