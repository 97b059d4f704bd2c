import { protectedResource } from '../../../contract/documents/oauth-metadata.ts'
import { PATHS } from '../../../site.ts'
import { base, getFirm } from '../../../build/content.ts'
import { jsonDocument } from '../../../build/document.ts'

export const GET = jsonDocument(async () => protectedResource(base, (await getFirm()).name, PATHS.mcp))
