/**
 * `.env.example` names every environment variable that the code reads, and no other.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** What code calls the environment. */
const ENVIRONMENT = /^(process\.)?env$/
const VARIABLE = /^[A-Z][A-Z0-9_]*$/

/** Set by GitHub in its workflows, not by the operator. */
const OF_GITHUB = /^GITHUB_/

/** The variables that a file reads: `env.NAME`, `env['NAME']` and `{ NAME } = process.env`. */
function variablesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const isEnvironment = (node: ts.Node | undefined) => node !== undefined && ENVIRONMENT.test(node.getText(source))
  const found = { named: [] as string[], literals: [] as string[], takesNames: false }
  const visit = (node: ts.Node): void => {
    const isWritten =
      ts.isBinaryExpression(node.parent) &&
      node.parent.left === node &&
      node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression) && !isWritten)
      found.named.push(node.name.text)
    if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) found.takesNames = true
    if (ts.isVariableDeclaration(node) && isEnvironment(node.initializer) && ts.isObjectBindingPattern(node.name))
      found.named.push(...node.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText(source)))
    if (ts.isStringLiteral(node)) found.literals.push(node.text)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  // A file that reads variables by a name in a variable holds those names as texts.
  return [...found.named, ...(found.takesNames ? found.literals : [])].filter((name) => VARIABLE.test(name))
}

it('.env.example names each variable that the code reads, once, with a line that explains it, and sets none', () => {
  const files = [...globSync(['src/**/*.ts', 'netlify/**/*.ts']), 'astro.config.mjs']
  const read = new Set(files.flatMap(variablesIn).filter((name) => !OF_GITHUB.test(name)))
  expect([...read]).toEqual(expect.arrayContaining(['PORT', 'NETLIFY_SITE_ID', 'FRONT_DESK_INBOX_PRIVATE_KEY']))
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const named = lines.flatMap((line, index) => {
    const [, name] = /^# ([A-Z][A-Z0-9_]*)=$/.exec(line) ?? []
    if (name === undefined) return []
    expect(lines[index - 1], `the line above ${name}`).toMatch(/^# .*\.$|^# .*…$/)
    return [name]
  })
  expect(named.toSorted()).toEqual([...read].toSorted())
  expect(lines.filter((line) => !/^(#|$)/.test(line))).toEqual([])
})
