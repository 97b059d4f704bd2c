import { protectedResource } from '../../../../contract/documents/oauth-metadata.ts'
import { base, getFirm } from '../../../../build/content.ts'
import { jsonDocument } from '../../../../build/document.ts'

export const GET = jsonDocument(async () => protectedResource(base, (await getFirm()).name))
