import { tsPlugin } from '@sveltejs/acorn-typescript'
import { Parser } from 'acorn'

/** A node of a syntax tree. Code checks each field before it uses the field. */
interface SyntaxNode {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

const nodes = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The deepest nesting of values that is read. */
const MAX_DEPTH = 40

type Names = ReadonlyMap<string, SyntaxNode>

/** Syntax nodes that wrap a value without changing it. */
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
  'AwaitExpression',
])

/** Returns the returned value of a function that does nothing but return one value. */
function returnedValue(fn: SyntaxNode): SyntaxNode | null {
  const { body } = fn
  if (!isNode(body)) return null
  if (body.type !== 'BlockStatement') return body
  const [only, ...others] = nodes(body.body)
  return others.length === 0 && only?.type === 'ReturnStatement' && isNode(only.argument)
    ? only.argument
    : null
}

function dataOf(node: unknown, names: Names, depth = 0): unknown {
  if (!isNode(node) || depth > MAX_DEPTH) return undefined
  const inner = (each: unknown) => dataOf(each, names, depth + 1)
  if (WRAPPERS.has(node.type)) return inner(node.expression ?? node.argument)
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral': {
      const [only] = nodes(node.quasis)
      return nodes(node.expressions).length === 0 && only
        ? Reflect.get(Object(only.value), 'cooked')
        : undefined
    }
    case 'ArrayExpression':
      return nodes(node.elements).flatMap((element): unknown[] => {
        if (element.type !== 'SpreadElement') return [inner(element)]
        const spread = inner(element.argument)
        return Array.isArray(spread) ? spread : []
      })
    case 'ObjectExpression':
      return Object.fromEntries(
        nodes(node.properties).flatMap((property): (readonly [string, unknown])[] => {
          if (property.type === 'SpreadElement')
            return Object.entries(Object(inner(property.argument)))
          const { key, computed } = property
          if (!isNode(key) || computed === true) return []
          const name = key.type === 'Identifier' ? key.name : key.value
          return [[String(name), inner(property.value)]]
        }),
      )
    case 'Identifier': {
      const named = names.get(String(node.name))
      return named === undefined || named.type.includes('Function') ? undefined : inner(named)
    }
    case 'CallExpression': {
      const { callee } = node
      const args = nodes(node.arguments)
      const called =
        isNode(callee) && callee.type === 'Identifier' ? names.get(String(callee.name)) : undefined
      if (called?.type.includes('Function')) return inner(returnedValue(called))
      if (!isNode(callee) || callee.type !== 'Identifier') return undefined
      // `defineConfig({ … })` and similar functions return their argument.
      const [first] = args
      return first?.type.includes('Function') ? inner(returnedValue(first)) : inner(first)
    }
    case 'ArrowFunctionExpression':
      return inner(returnedValue(node))
    default:
      return undefined
  }
}

function namesOf(statements: readonly SyntaxNode[]): Names {
  const names = new Map<string, SyntaxNode>()
  for (const each of statements) {
    const statement =
      each.type === 'ExportNamedDeclaration' && isNode(each.declaration) ? each.declaration : each
    if (statement.type === 'FunctionDeclaration' && isNode(statement.id))
      names.set(String(statement.id.name), statement)
    for (const { id, init } of nodes(statement.declarations)) {
      if (isNode(id) && isNode(init)) names.set(String(id.name), init)
    }
  }
  return names
}

/** Returns the value that `module.exports = …` assigns. */
function exportedValue({ type, expression }: SyntaxNode): unknown {
  if (
    type !== 'ExpressionStatement' ||
    !isNode(expression) ||
    expression.type !== 'AssignmentExpression'
  )
    return undefined
  const { left, right } = expression
  const isExport =
    isNode(left) &&
    left.type === 'MemberExpression' &&
    isNode(left.object) &&
    left.object.name === 'module'
  return isExport ? right : undefined
}

const Reader = Parser.extend(tsPlugin())

/**
 * Returns the exports of a JavaScript or TypeScript file that are plain data; undefined for everything else, and for an
 * invalid file. The file is parsed and never run.
 */
export function scriptData(source: string): unknown {
  try {
    const program: unknown = Reader.parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowReturnOutsideFunction: true,
    })
    const statements = isNode(program) ? nodes(program.body) : []
    const names = namesOf(statements)
    for (const statement of statements) {
      const given =
        statement.type === 'ExportDefaultDeclaration'
          ? statement.declaration
          : exportedValue(statement)
      if (given !== undefined) return dataOf(given, names)
    }
  } catch {
    // A file that cannot be parsed contains no data.
  }
  return undefined
}
