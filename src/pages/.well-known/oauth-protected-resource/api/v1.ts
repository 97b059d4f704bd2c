import { protectedResource } from '../../../../contract/discovery.ts'
import { base, getFirm } from '../../../_content.ts'
import { jsonDocument } from '../../../_json.ts'

export const GET = jsonDocument(async () => protectedResource(base, (await getFirm()).name))
