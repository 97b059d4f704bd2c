import { openidConfiguration } from '../../contract/documents/oauth-metadata.ts'
import { base, trustList } from '../../build/content.ts'
import { jsonDocument } from '../../build/document.ts'

export const GET = jsonDocument(() => openidConfiguration(base, trustList))
