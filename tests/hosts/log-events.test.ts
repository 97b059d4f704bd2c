/** The table of log events in the manual of the hosts is what the code logs: each event with its fields. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { remembered } from '../../src/remembered.ts'
import { NotDelivered } from '../../src/ports.ts'
import { openBrowser, signIn } from '../desk/browser.ts'
import { ANA, createTestAgent } from '../test-agent.ts'
import { VALID_INQUIRY } from '../test-desk.ts'

/** What the code logs under one name. */
interface Logged {
  /** A `*` stands for what is filled in. */
  event: string
  fields: Set<string>
  /** Whether it has fields that are not named where it is logged. */
  isOpen: boolean
}

/** Added by the hosts to what a request caused. */
const BY_HOST = 'route'
const LOGS = new Set(['log', 'jsonLog'])

/** All nodes of a file. */
const nodesOf = remembered((file: string): ts.Node[] => [...nodesIn(file)])
function* nodesIn(file: string): Generator<ts.Node> {
  const open: ts.Node[] = [ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    node.forEachChild((child) => void open.push(child))
  }
}

/** The last name of what is called, like `log` of `ports.log(…)`; console.log is no log. */
function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (!ts.isPropertyAccessExpression(expression) || expression.expression.getText() === 'console') return ''
  return expression.name.text
}

/** A text, with a `*` for each part that is filled in; undefined for any other expression. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (node && ts.isStringLiteralLike(node)) return node.text
  if (node && ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')
  return undefined
}

/** As `textOf`, of a constant of the same file too. */
function valueOf(node: ts.Node | undefined): string | undefined {
  if (!node || !ts.isIdentifier(node)) return textOf(node)
  return new RegExp(`const ${node.text} = '([^']+)'`).exec(node.getSourceFile().text)?.[1]
}

/** The names in an object, also in those that it holds with `...`. */
function addFields(node: ts.Node | undefined, logged: Logged): void {
  if (!node) return
  if (ts.isParenthesizedExpression(node)) return addFields(node.expression, logged)
  if (ts.isBinaryExpression(node)) return addFields(node.right, logged)
  if (!ts.isObjectLiteralExpression(node)) {
    logged.isOpen = true
    return
  }
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) addFields(property.expression, logged)
    else logged.fields.add(property.name.getText())
  }
}

/** The events of one file. One that a function gets as its parameter `event` has the names of its default and of its calls. */
function loggedIn(file: string): Logged[] {
  const found: Logged[] = []
  for (const node of nodesOf(file)) {
    if (!ts.isCallExpression(node) || !LOGS.has(calledName(node))) continue
    const [name, fields] = node.arguments
    const event = textOf(name)
    const events = event === undefined && file.endsWith('http/endpoint.ts') ? REFUSALS : [event]
    for (const one of events) {
      if (one === undefined) continue
      const logged: Logged = { event: one, fields: new Set(), isOpen: false }
      addFields(fields, logged)
      found.push(logged)
    }
  }
  return found
}

const files = globSync(['src/**/*.ts', 'netlify/**/*.ts'], { exclude: ['src/commands/**'] })
const REFUSALS = files.flatMap((file) =>
  nodesOf(file).flatMap((node) => {
    if (ts.isParameter(node) && node.name.getText() === 'event') return textOf(node.initializer) ?? []
    if (ts.isCallExpression(node) && calledName(node) === 'logRefusal') return valueOf(node.arguments[3]) ?? []
    return []
  }),
)

/** The rows of the manual: names and fields of each event. */
const ROWS = readFileSync('src/hosts/README.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `[a-z]+(\.[a-z-]+)?`/.test(line))
  .flatMap((line) => {
    const [events = '', , fields = ''] = line.split(' | ')
    const names = (text: string) => [...text.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name)
    return names(events).map((event) => ({ event, fields: names(fields) }))
  })

it('has a row for each event that the code logs, with its fields, and no other', () => {
  const logged = files.flatMap(loggedIn)
  const literal = new Set(logged.map(({ event }) => event))
  const matches = ({ event }: Logged, name: string) =>
    literal.has(name)
      ? event === name
      : new RegExp(`^${event.replaceAll('.', '\\.').replaceAll('*', '[a-z]+')}$`).test(name)
  expect(ROWS.length).toBeGreaterThan(20)
  expect(new Set(ROWS.map(({ event }) => event)).size).toBe(ROWS.length)
  expect(logged.filter((one) => !ROWS.some(({ event }) => matches(one, event))).map(({ event }) => event)).toEqual([])
  for (const { event, fields } of ROWS) {
    const sources = logged.filter((one) => matches(one, event))
    expect(sources.length, `${event} is logged nowhere`).toBeGreaterThan(0)
    const named = new Set(sources.flatMap((one) => [...one.fields]))
    named.delete(BY_HOST)
    const isOpen = sources.some((one) => one.isOpen)
    if (isOpen) expect(fields, event).toEqual(expect.arrayContaining([...named]))
    else expect(fields.toSorted(), event).toEqual([...named].sort())
  }
})

it('holds nothing of people, no codes, tokens, keys and addresses', async () => {
  const agent = await createTestAgent()
  const { service } = agent
  service.mailer = { send: ({ to }) => Promise.reject(new NotDelivered(to === '' ? 'no address' : 'ECONNECTION')) }
  const inquiry = { ...VALID_INQUIRY, phone: '+1 386 555 0187', message: 'A message that no log may hold.' }
  await agent.inquire(inquiry)
  await agent.post('inquiries', '/api/v1/inquiries', { ...inquiry, email: 'not an address' })
  const { token, registration } = await agent.anonymousToken()
  await agent.check(`${token}x`)
  const { claim, claim_token } = await agent.serviceAuth()
  await agent.enter(claim, 'BCDF-GHJK')
  await agent.enter(claim)
  await agent.poll(claim_token)
  const key = 'DESK-0000-0000-0000-0000-0000-0000-0000-0000'
  await signIn(openBrowser(agent), key)
  agent.store.down = true
  await agent.post('inquiries', '/api/v1/inquiries', inquiry)
  const logged = agent.logged()
  const events = ['inquiry.accepted', 'request.refused', 'claim.code-refused', 'desk.key-refused', 'outbox.failed']
  for (const event of [...events, 'store.unavailable']) expect(logged).toContain(event)
  const secrets = [token, claim_token, String(registration.identity_assertion), claim.user_code, 'BCDF-GHJK', key]
  const personal = [...Object.values(inquiry), ANA, 'not an address', '203.0.113.7', '198.51.100.1', '/api/v1']
  for (const word of [...secrets, ...personal]) expect(logged).not.toContain(word)
})
