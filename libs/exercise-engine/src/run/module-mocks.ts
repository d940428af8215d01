import { TESTS_API } from './api-modules.ts'
import type { Edit } from './edits.ts'
import { type AnyNode, declaredIn, lineOf, nodesIn, parseModule, textOf } from './parsed.ts'
import { resolvePath } from './paths.ts'
import type { Problem } from './run.ts'
import { TESTS_PATH } from './test-files.ts'

/** The modules that tests replace with `vi.mock` or `jest.mock`. */
export interface ModuleMocks {
  /** The sources that replace files, by path. */
  texts: Map<string, string>
  /** The edits that remove the calls from the tests. The calls take effect before all imports. */
  edits: Edit[]
}

/** Returns the modules that the tests replace, or a problem if a module cannot be replaced. */
export function moduleMocksIn(
  files: ReadonlyMap<string, string>,
  program: AnyNode,
  text: string,
): ModuleMocks | Problem {
  const texts = new Map<string, string>()
  const edits: Edit[] = []
  for (const statement of nodesIn(program.body)) {
    const call = nodesIn(statement.expression)[0]
    const callee = nodesIn(call?.callee)[0]
    const name = callee ? text.slice(callee.start, callee.end) : ''
    if (statement.type !== 'ExpressionStatement' || !/^(?:vi|jest)\.mock$/.test(name)) continue
    const [first, factory] = nodesIn(call?.arguments)
    const wanted = textOf(first)
    const place = { path: TESTS_PATH, line: lineOf(statement) }
    const path = wanted === undefined ? null : resolvePath(files, TESTS_PATH, wanted)
    if (path === null || !files.has(path))
      return { message: `${name} needs the path of a file of this exercise in quotes`, ...place }
    if (factory && (factory.async === true || nodesIn(factory.params).length > 0))
      return {
        message: `The function of ${name} gets nothing and is not async here. Let it return all that the tests need`,
        ...place,
      }
    const code = factory ? text.slice(factory.start, factory.end) : undefined
    texts.set(path, moduleText(code, namesOf(factory) ?? exportsOf(files.get(path) ?? '')))
    const gone = text.slice(statement.start, statement.end)
    edits.push({ at: statement.start, instead: gone.length, text: gone.replace(/[^\n]/g, ' ') })
  }
  return { texts, edits }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

function moduleText(factory: string | undefined, all: readonly string[]): string {
  const names = all.filter((name) => IDENTIFIER.test(name) && name !== 'default')
  const made = factory
    ? `(${factory})()`
    : `{ default: vi.fn(), ${names.map((name) => `${name}: vi.fn()`).join(', ')} }`
  const values = names.map((name, at) => `__m${at} = __m.${name}`)
  return [
    `import { vi, jest } from '${TESTS_API}'`,
    `const __m = ${made}`,
    `export default __m.default ?? __m`,
    ...(names.length === 0
      ? []
      : [
          `const ${values.join(', ')}`,
          `export { ${names.map((name, at) => `__m${at} as ${name}`).join(', ')} }`,
        ]),
  ].join('\n')
}

/**
 * Returns the names in the object that a factory returns; undefined if the factory does not return a literal object.
 */
function namesOf(factory: AnyNode | undefined): string[] | undefined {
  const body = nodesIn(factory?.body)[0]
  const returned = nodesIn(body?.body).find(({ type }) => type === 'ReturnStatement')
  const object = body?.type === 'ObjectExpression' ? body : nodesIn(returned?.argument)[0]
  if (object?.type !== 'ObjectExpression') return undefined
  return nodesIn(object.properties).flatMap((property) => {
    const key = nodesIn(property.key)[0]
    return key ? [textOf(key) ?? String(key.name)] : []
  })
}

/** Returns the names that a file exports. */
function exportsOf(text: string): string[] {
  try {
    const exported = nodesIn(parseModule(text).body).filter(({ type }) => /^ExportNamed/.test(type))
    return exported.flatMap((node) => [
      ...declaredIn({ ...node, type: 'Program', body: [node] }),
      ...nodesIn(node.specifiers).map((each) => String(nodesIn(each.exported)[0]?.name)),
    ])
  } catch {
    return []
  }
}
