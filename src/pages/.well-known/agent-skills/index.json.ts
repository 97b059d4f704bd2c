import { skillsIndex } from '../../../contract/skills.ts'
import { base, getFirm } from '../../_content.ts'
import { jsonDocument } from '../../_json.ts'

export const GET = jsonDocument(async () => skillsIndex(base, await getFirm()))
