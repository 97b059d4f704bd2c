// Served without index.json by a rewrite: a path cannot be a file and a folder at once.
import { protectedResource } from '../../../contract/documents/oauth-metadata.ts'
import { base, getFirm } from '../../../build/content.ts'
import { jsonDocument } from '../../../build/document.ts'

export const GET = jsonDocument(async () => protectedResource(base, (await getFirm()).name))
