/** Holds every refusal that a test gets to the table of operations: an error that its row does not name fails the test. */
import { expect } from 'vitest'
import { agentErrorsOf, problemsOf } from '../src/contract/operation.ts'
import { type OperationId, OPERATIONS } from '../src/contract/operations.ts'

/** A success has no error. */
export const ANSWERED: { id: OperationId; status: number; type: string; body: unknown; error: string | undefined }[] =
  []

export function declaredErrors(id: OperationId): string[] {
  const operation = OPERATIONS[id]
  return operation.servedBy === 'site' ? [] : [...problemsOf(operation), ...agentErrorsOf(operation)]
}

const isAt = (path: string, pathname: string) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname)

export async function expectDeclared({ url, method }: Request, response: Response): Promise<void> {
  const { pathname } = new URL(url)
  const ids = Object.keys(OPERATIONS) as OperationId[]
  const id = ids.find((name) => isAt(OPERATIONS[name].path, pathname) && OPERATIONS[name].method === method)
  // The address of a status is also a page with a form, which the table does not describe.
  if (!id || response.status === 303 || response.headers.get('content-type')?.startsWith('text/')) return
  const text = await response.clone().text()
  const body = text === '' ? undefined : (JSON.parse(text) as Record<string, string>)
  const error = response.status < 400 ? undefined : (body?.error ?? body?.code)
  if (error !== undefined) expect(declaredErrors(id), `errors of ${id}`).toContain(error)
  ANSWERED.push({ id, status: response.status, type: response.headers.get('content-type') ?? '', body, error })
}
