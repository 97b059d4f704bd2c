import { skillsIndex } from '../../../contract/documents/skills.ts'
import { base, getFirm } from '../../../build/content.ts'
import { jsonDocument } from '../../../build/document.ts'

export const GET = jsonDocument(async () => skillsIndex(base, await getFirm()))
