import { openidConfiguration } from '../../contract/discovery.ts'
import { base, trustList } from '../_content.ts'
import { jsonDocument } from '../_json.ts'

export const GET = jsonDocument(() => openidConfiguration(base, trustList))
