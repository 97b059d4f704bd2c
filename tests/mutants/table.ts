/**
 * All mutants.
 */
import { AGENTS } from './agents.ts'
import { API } from './api.ts'
import { COMMANDS } from './commands.ts'
import { DESK } from './desk.ts'
import { FORMS } from './forms.ts'
import { HTTP } from './http.ts'
import { IDENTITY } from './identity.ts'
import { INQUIRIES } from './inquiries.ts'
import { KEYS } from './keys.ts'
import { MAIL } from './mail.ts'
import { MCP } from './mcp.ts'
import { mutantsOf } from './mutant.ts'
import { SERVICE } from './service.ts'
import { SHARED } from './shared.ts'
import { STAFF } from './staff.ts'
import { STORE } from './store.ts'

export const MUTANTS = mutantsOf([
  AGENTS,
  IDENTITY,
  STAFF,
  KEYS,
  STORE,
  INQUIRIES,
  MAIL,
  HTTP,
  API,
  MCP,
  FORMS,
  DESK,
  SERVICE,
  SHARED,
  COMMANDS,
])
