import { type Node, type Options, parse } from 'acorn'

/** A node of the syntax tree with the fields that this program reads. Which fields it has depends on its type. */
export interface AnyNode extends Node {
  [field: string]: unknown
}

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  locations: true,
  allowHashBang: true,
}

/** @throws SyntaxError with the position in `pos` and `loc` */
export const parseModule = (text: string): AnyNode => parse(text, OPTIONS) as unknown as AnyNode

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Returns the nodes in a field of a node, which may contain one node, a list, or none. */
export const nodesIn = (value: unknown): AnyNode[] =>
  (Array.isArray(value) ? value : [value]).filter(isNode)

/**
 * Calls a function for each node of a tree, parents before children. Skips the children of a node for which the
 * function returns `true`.
 */
export function visit(node: AnyNode, call: (node: AnyNode) => unknown): void {
  if (call(node) === true) return
  for (const child of Object.values(node)) for (const one of nodesIn(child)) visit(one, call)
}

/** Returns the names that a pattern declares, such as `{ a, b: [c] }`. */
function namesIn(pattern: AnyNode | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'ObjectPattern':
      return nodesIn(pattern.properties).flatMap((each) => namesIn(nodesIn(each.value ?? each)[0]))
    case 'ArrayPattern':
      return nodesIn(pattern.elements).flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(nodesIn(pattern.left)[0])
    case 'RestElement':
      return namesIn(nodesIn(pattern.argument)[0])
    default:
      return []
  }
}

const isFunction = ({ type }: AnyNode) => /Function/.test(type) || type === 'ClassDeclaration'

/** Returns the names that a module declares at its top level. */
export function declaredIn(program: AnyNode): Set<string> {
  const names = new Set<string>()
  const addAll = (found: string[]) => {
    for (const name of found) names.add(name)
  }
  const declarators = (node: AnyNode) => {
    for (const each of nodesIn(node.declarations)) addAll(namesIn(nodesIn(each.id)[0]))
  }
  for (const statement of nodesIn(program.body)) {
    const node = /^Export/.test(statement.type)
      ? (nodesIn(statement.declaration)[0] ?? statement)
      : statement
    if (node.type === 'ImportDeclaration')
      for (const each of nodesIn(node.specifiers)) addAll(namesIn(nodesIn(each.local)[0]))
    else if (node.type === 'VariableDeclaration') declarators(node)
    else if (isFunction(node)) addAll(namesIn(nodesIn(node.id)[0]))
  }
  // A `var` inside a block is declared for the whole module.
  visit(program, (node) => {
    if (isFunction(node)) return true
    if (node.type === 'VariableDeclaration' && node.kind === 'var') declarators(node)
    return false
  })
  return names
}

/** Returns the text of a literal; undefined for other nodes. */
export const textOf = (node: AnyNode | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

export const lineOf = (node: AnyNode): number => node.loc?.start.line ?? 1
