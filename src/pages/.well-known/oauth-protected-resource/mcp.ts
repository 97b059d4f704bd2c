import { protectedResource } from '../../../contract/discovery.ts'
import { PATHS } from '../../../site.ts'
import { base, getFirm } from '../../_content.ts'
import { jsonDocument } from '../../_json.ts'

export const GET = jsonDocument(async () => protectedResource(base, (await getFirm()).name, PATHS.mcp))
