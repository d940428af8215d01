import { type Node, parse } from 'acorn'
import { API_MODULES, type ApiModule } from '../run/api-modules'
import type { Problem } from '../run/run'
import { syntaxProblem } from '../run/syntax'

/** The name of the global object that guarded code calls to check the time limit. */
export const PAGE_GLOBAL = '__rookies'
/** The name of the object that has the functions for the tests of a page. */
export const TESTS_API_OBJECT = '__api'

type Kind = 'script' | 'module' | 'tests'

/** The file and the line of code; empty if they are not known. */
export type CodePlace = Pick<Problem, 'path' | 'line'>
type PlaceOf = (line: number) => CodePlace

/** Text to insert at an offset of the source. */
type Insertion = [at: number, text: string]

/**
 * Returns a script that checks the time limit in each iteration of a loop and each call of a function, so that endless
 * loops, recursion and chains of promises throw an error. Lines stay the same. Returns the problem of a script that
 * cannot be parsed or that imports something.
 *
 * Tests may import their API, and the import becomes a declaration.
 */
export function guardLoops(path: string, text: string, kind: Kind): string | Problem {
  let program: Node
  try {
    program = parse(text, {
      ecmaVersion: 'latest',
      sourceType: kind === 'script' ? 'script' : 'module',
      locations: true,
      allowHashBang: false,
      // Tests run in the body of a function.
      allowReturnOutsideFunction: false,
    })
  } catch (error) {
    return syntaxProblem(path, text, error, 'JS')
  }
  const imports: Node[] = []
  let insertions: Insertion[]
  try {
    insertions = checksIn(program, (line) => ({ path, line }))
    visit(program, (node) => {
      if (node.type === 'ImportDeclaration' || /^Export(All|Named)/.test(node.type))
        imports.push(node)
    })
  } catch {
    return { message: 'The code is nested too deeply', path }
  }
  let rest = text
  for (const node of imports as ImportNode[]) {
    if (!node.source) continue
    const module = kind === 'tests' ? API_MODULES[String(node.source.value)] : undefined
    if (module) {
      const { start, end } = node
      const blank = rest.slice(start, end).replace(/[^\n]/g, ' ')
      rest = rest.slice(0, start) + blank + rest.slice(end)
      insertions.push([start, namesFrom(module, node)])
    } else {
      return {
        message: `${path} imports '${node.source.value}'. A page loads its scripts with <script src="…">`,
        path,
        ...(node.loc && { line: node.loc.start.line }),
      }
    }
  }
  return insert(rest, insertions)
}

interface ImportNode extends Node {
  source?: { value: unknown } | null
  specifiers?: (Node & { local: { name: string }; imported?: { name: string } })[]
}

/** Returns declarations that replace an import of the tests' functions. These functions are in {@link TESTS_API_OBJECT}. */
function namesFrom({ names, own, parts = [] }: ApiModule, { specifiers = [] }: ImportNode): string {
  const main = own?.startsWith('{')
    ? `{ assert: ${TESTS_API_OBJECT}.assert, expect: ${TESTS_API_OBJECT}.chaiExpect }`
    : own
  return specifiers
    .map(({ type, local, imported }) => {
      const name = imported?.name ?? ''
      const value =
        type === 'ImportNamespaceSpecifier'
          ? TESTS_API_OBJECT
          : type === 'ImportDefaultSpecifier'
            ? main?.startsWith('{')
              ? main
              : `${TESTS_API_OBJECT}.${main}`
            : parts.includes(name)
              ? `${TESTS_API_OBJECT}.${own}.${name}`
              : `${TESTS_API_OBJECT}.${names[name]}`
      return `const ${local.name} = ${value};`
    })
    .join('')
}

/**
 * Returns the code of an attribute such as `onclick` with the same checks. Code without loops and functions stays as it
 * is, and so does code that cannot be parsed, because it cannot run.
 */
export function guardHandler(code: string, placeOf: PlaceOf): string {
  if (code.includes(`${PAGE_GLOBAL}.tick(`)) return code
  try {
    const program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      locations: true,
      allowReturnOutsideFunction: true,
    })
    return insert(code, checksIn(program, placeOf))
  } catch (error) {
    return error instanceof SyntaxError ? code : 'throw new SyntaxError("It is nested too deeply")'
  }
}

/** Returns the checks of a program, as texts to insert. */
function checksIn(program: Node, placeOf: PlaceOf): Insertion[] {
  const openings: Insertion[] = []
  const closings: Insertion[] = []
  visit(program, (node) => {
    if (!isRepeated(node)) return
    const [opening, closing] = guardOf(node, placeOf(node.loc?.start.line ?? 1))
    openings.push(opening)
    // A node and its parent can end at the same offset. The text of the inner node is inserted first.
    if (closing) closings.unshift(closing)
  })
  return [...openings, ...closings]
}

type Repeated = Node & { body: Node; expression?: boolean }

const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
])

const isRepeated = (node: Node): node is Repeated => LOOPS.has(node.type) || isFunction(node)

const isFunction = ({ type }: Node) => /Function/.test(type)

function guardOf(node: Repeated, { path, line }: CodePlace): [Insertion, Insertion?] {
  const { body } = node
  const given = path === undefined ? '' : [JSON.stringify(path), line].join()
  const call = `${PAGE_GLOBAL}.tick(${given})`
  if (body.type === 'BlockStatement')
    return [[isFunction(node) ? startOf(body) : body.start + 1, `;${call};`]]
  if (isFunction(node))
    return [
      [body.start, `(${call},`],
      [body.end, ')'],
    ]
  return [
    [body.start, `{${call};`],
    [body.end, '}'],
  ]
}

/** Returns the offset at which checks can be inserted into a function: after its directives such as 'use strict'. */
function startOf(body: Node): number {
  const { body: statements } = body as Node & { body: (Node & { directive?: string })[] }
  const directive = statements.filter((one) => one.directive !== undefined).at(-1)
  return directive?.end ?? body.start + 1
}

/** Calls a function for each node of a tree, parents first. */
function visit(node: Node, call: (node: Node) => void): void {
  call(node)
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, call)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Inserts texts at their offsets. Texts for the same offset keep the order of the list. */
function insert(text: string, insertions: Insertion[]): string {
  let out = ''
  let from = 0
  for (const [at, added] of insertions.sort(([one], [other]) => one - other)) {
    out += text.slice(from, at) + added
    from = at
  }
  return out + text.slice(from)
}
