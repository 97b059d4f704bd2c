/**
 * A rule of ESLint: a promise in a variable or a parameter is awaited, or handed on, before anything else is awaited. If it rejected
 * meanwhile, the rejection would reach no handler and end the process. Promises in objects and arrays, and those that are assigned
 * later, are not seen.
 */

/** @type {import('eslint').Rule.RuleModule} */
export const lateAwaits = {
  create(context) {
    const { scopeManager, parserServices } = context.sourceCode
    const awaitsOf = new Map()
    const add = (node) => {
      const { variableScope } = context.sourceCode.getScope(node)
      awaitsOf.set(variableScope, [...(awaitsOf.get(variableScope) ?? []), node])
    }
    // A union with another type is not seen: our HTML is one, and does not reject.
    const isPromise = (name) => parserServices.getTypeAtLocation(name).getNonNullableType().getProperty('then')
    const check = (scope, { defs: [definition], references }) => {
      if (!['Variable', 'Parameter'].includes(definition?.type)) return
      const from = definition.type === 'Variable' ? definition.node.range[1] : 0
      const awaits = (awaitsOf.get(scope.variableScope) ?? []).filter(({ range }) => range[0] >= from)
      const end = Math.min(...awaits.map(({ range }) => range[1]))
      const isUsed = references.some((use) => use.isRead() && use.identifier.range[0] < end)
      if (awaits.length > 0 && !isUsed && isPromise(definition.name))
        context.report({ node: definition.name, message: 'Another promise is awaited before this one has a handler.' })
    }
    return {
      AwaitExpression: add,
      'Program:exit'() {
        for (const scope of scopeManager.scopes) for (const variable of scope.variables) check(scope, variable)
      },
    }
  },
}
