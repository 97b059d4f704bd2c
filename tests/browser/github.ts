/** GitHub in memory for the web editor: a repository with one branch, which every token may change. */
import { createHash } from 'node:crypto'

/** An answer is JSON, a file, or nothing (null). */
type Answer = Record<string, unknown> | Buffer | null

interface Query {
  query: string
  variables?: { input?: Commit }
}

interface Commit {
  message: { headline: string }
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] }
}

const DAY = '2026-11-20T12:00:00Z'
const AUTHOR = { name: 'Ana Example', email: 'ana@example.com', user: { id: 1, login: 'ana' } }
const idOf = (content: Buffer) => createHash('sha1').update(content).digest('hex')

export class FakeRepository {
  readonly files: Map<string, Buffer>
  readonly commits: Commit[] = []

  constructor(files: Iterable<readonly [string, Buffer]>) {
    this.files = new Map(files)
  }

  /** @param path with its query @param body JSON @returns undefined when GitHub is not asked for this */
  answer(path: string, body: string | null): Answer | undefined {
    if (path === '/graphql') return { data: this.#graph(JSON.parse(body ?? '') as Query) }
    if (path === '/user')
      return { id: 1, login: 'ana', name: 'Ana Example', email: 'ana@example.com', html_url: '', avatar_url: '' }
    const [, rest = ''] = /^\/repos\/[^/]+\/[^/]+(.*)$/.exec(path) ?? []
    if (rest === '') return { permissions: { pull: true, push: true }, default_branch: 'main', private: false }
    if (rest.startsWith('/collaborators/')) return null
    if (rest.startsWith('/git/trees/'))
      return {
        tree: [...this.files].map(([file, content]) => ({
          type: 'blob',
          path: file,
          sha: idOf(content),
          size: content.length,
        })),
      }
    const [, id] = /^\/git\/blobs\/(\w+)/.exec(rest) ?? []
    return id === undefined ? undefined : this.#blob(id)
  }

  #blob = (id: string) => [...this.files.values()].find((content) => idOf(content) === id)

  #graph({ query, variables }: Query): Record<string, unknown> {
    if (variables?.input) return { createCommitOnBranch: { commit: this.#commit(variables.input) } }
    const repository: Record<string, unknown> = {}
    for (const [, alias = '', id = ''] of query.matchAll(/(\w+_\d+): object\(oid: "(\w+)"\)/g))
      repository[alias] = { text: this.#blob(id)?.toString('utf8'), isTruncated: false }
    const history = {
      target: {
        oid: this.#head(),
        history: { nodes: [{ oid: this.#head(), message: '', author: AUTHOR, committedDate: DAY }] },
      },
    }
    for (const [, alias = ''] of query.matchAll(/(\w+_\d+):\s*ref\(/g)) repository[alias] = history
    return { repository: { ...repository, ref: history, defaultBranchRef: { name: 'main' } } }
  }

  #head = () => idOf(Buffer.from(String(this.commits.length)))

  #commit(commit: Commit): Record<string, unknown> {
    this.commits.push(commit)
    const { additions, deletions } = commit.fileChanges
    for (const { path } of deletions) this.files.delete(path)
    for (const { path, contents } of additions) this.files.set(path, Buffer.from(contents, 'base64'))
    const made = additions.map(({ contents }, index) => [
      `file_${index}`,
      { oid: idOf(Buffer.from(contents, 'base64')) },
    ])
    return { oid: this.#head(), committedDate: DAY, ...(Object.fromEntries(made) as Record<string, unknown>) }
  }
}
