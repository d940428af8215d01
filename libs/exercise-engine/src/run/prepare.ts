import { CONTROLS } from '../realm/mocks.ts'
import {
  API_MODULES,
  API_NAMES,
  ASSIGN_CALL,
  insteadOf,
  MOCK_CALL,
  OWN_NAMES,
  TESTS_API,
} from './api-modules.ts'
import { type Edit, edited, type Insertion } from './edits.ts'
import { moduleMocksIn } from './module-mocks.ts'
import { type AnyNode, declaredIn, lineOf, nodesIn, parseModule, textOf, visit } from './parsed.ts'
import { resolvePath } from './paths.ts'
import type { Problem } from './run.ts'
import { syntaxProblem } from './syntax.ts'
import { TESTS_PATH } from './test-files.ts'

/** A file as the engine runs it. */
export interface PreparedFile {
  text: string
  insertions: Insertion[]
}

/** The files of an exercise, by path. */
type Files = ReadonlyMap<string, string>

const MODULE = /^(?:Import|Export)/
const isEsModule = (program: AnyNode) => nodesIn(program.body).some(({ type }) => MODULE.test(type))

/** Matches files that may use `require`, `module.exports` or JSON, so that they have to be parsed. */
const OLD_WORDS = /\brequire\s*\(|\bmodule\s*\.\s*exports\b|\bexports\s*[.[]|\bwith\s*\{/

/** Returns the paths of the files that are CommonJS: they have no `import` and no `export`. */
export function commonJsIn(files: Files): Set<string> {
  const found = new Set<string>()
  for (const [path, text] of files) {
    if (path.endsWith('.json')) found.add(path)
    if (!OLD_WORDS.test(text) || path === TESTS_PATH) continue
    try {
      if (!isEsModule(parseModule(text))) found.add(path)
    } catch {
      // The file has a syntax error, which the engine reports later.
    }
  }
  return found
}

/** Returns a CommonJS file as a module, or a problem if the file requires something that it cannot have. */
export function prepareFile(
  files: Files,
  path: string,
  text: string,
  commonJs: ReadonlySet<string>,
): PreparedFile | Problem {
  if (path.endsWith('.json')) return jsonModule(path, text)
  if (!OLD_WORDS.test(text)) return { text, insertions: [] }
  let program: AnyNode
  try {
    program = parseModule(text)
  } catch {
    return { text, insertions: [] }
  }
  const declared = declaredIn(program)
  const required = requiredBy(files, path, program, declared, commonJs)
  if ('message' in required) return required
  const isOld = commonJs.has(path)
  const own = declared.has('module')
    ? ''
    : `const module = { exports: {} }; ${declared.has('exports') ? '' : 'let exports = module.exports; '}`
  const usesModule = isOld || /\bmodule\s*\.\s*exports\b/.test(text)
  const made = edited(text, [
    { at: 0, text: required.head + (usesModule ? own : '') },
    ...attributesOf(program, text),
  ])
  return isOld ? { ...made, text: made.text + exportsOf(program) } : made
}

function jsonModule(path: string, text: string): PreparedFile | Problem {
  try {
    JSON.parse(text)
  } catch (error) {
    return { message: `${path} is not JSON: ${(error as Error).message}`, path }
  }
  return { text: `export default JSON.parse(${JSON.stringify(text)})`, insertions: [] }
}

/** Returns the definition of `require` for the files that a file requires. */
function requiredBy(
  files: Files,
  importer: string,
  program: AnyNode,
  declared: ReadonlySet<string>,
  commonJs: ReadonlySet<string>,
): { head: string } | Problem {
  if (declared.has('require')) return { head: '' }
  const found = new Map<string, string>()
  let problem: Problem | undefined
  visit(program, (node) => {
    const callee = nodesIn(node.callee)[0]
    if (node.type !== 'CallExpression' || callee?.name !== 'require') return
    const wanted = textOf(nodesIn(node.arguments)[0])
    const at = { path: importer, line: lineOf(node) }
    if (wanted === undefined) {
      problem ??= { message: 'require needs the path of a file in quotes', ...at }
      return
    }
    const path = resolvePath(files, importer, wanted)
    if (path === null) problem ??= { message: refusal(importer, 'requires', wanted), ...at }
    else found.set(wanted, path)
  })
  if (problem) return problem
  if (found.size === 0) return { head: '' }
  const list = [...found]
  const imports = list.map(
    ([wanted], at) => `import * as __r${at} from ${JSON.stringify(wanted)}; `,
  )
  const values = list.map(([wanted, path], at) => {
    const isWhole =
      commonJs.has(path) ||
      (Object.hasOwn(API_MODULES, path) && API_MODULES[path]?.own !== undefined)
    const value = isWhole && path !== 'chai' ? `__r${at}.default` : `__r${at}`
    return `${JSON.stringify(wanted)}: () => ${value}`
  })
  return {
    head: `${imports.join('')}const require = (path) => ({ ${values.join(', ')} })[path](); `,
  }
}

export const refusal = (importer: string, verb: 'imports' | 'requires', wanted: string): string =>
  `${importer} ${verb} '${wanted}', which is not a file of this exercise. ${insteadOf(wanted)}`

/** Replaces `with { type: 'json' }` by spaces, because the engine does not know this syntax. */
function attributesOf(program: AnyNode, text: string): Edit[] {
  return nodesIn(program.body)
    .filter((node) => nodesIn(node.attributes).length > 0)
    .map((node) => {
      const at = nodesIn(node.source)[0]?.end ?? node.end
      const rest = text.slice(at, node.end)
      return { at, instead: rest.length, text: rest.replace(/[^\n;]/g, ' ') }
    })
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Returns code that exports the value of `module.exports` as the default, and its properties by their names. */
function exportsOf(program: AnyNode): string {
  const names = new Set<string>()
  const objects = new Map<string, AnyNode>()
  const keysOf = (object: AnyNode | undefined) => {
    if (object?.type === 'Identifier') return keysOf(objects.get(String(object.name)))
    if (object?.type !== 'ObjectExpression') return
    for (const each of nodesIn(object.properties)) {
      const key = nodesIn(each.key)[0]
      if (key && each.computed !== true) names.add(textOf(key) ?? String(key.name))
    }
  }
  const nameOf = (node: AnyNode | undefined): string => {
    if (node?.type === 'Identifier') return String(node.name)
    if (node?.type !== 'MemberExpression') return ''
    const property = nodesIn(node.property)[0]
    const key = node.computed === true ? textOf(property) : String(property?.name)
    return `${nameOf(nodesIn(node.object)[0])}.${key}`
  }
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') {
      const [id, init] = [nodesIn(node.id)[0], nodesIn(node.init)[0]]
      if (id && init?.type === 'ObjectExpression') objects.set(String(id.name), init)
    }
    if (node.type !== 'AssignmentExpression') return
    const target = nameOf(nodesIn(node.left)[0]).replace(/^module\.exports\b/, 'exports')
    if (target === 'exports') keysOf(nodesIn(node.right)[0])
    else if (target.startsWith('exports.')) names.add(target.slice('exports.'.length))
  })
  const list = [...names].filter((name) => IDENTIFIER.test(name) && name !== 'default')
  const values = list.map((name, at) => `__e${at} = module.exports?.${name}`)
  const exported = list.map((name, at) => `__e${at} as ${name}`)
  return `\n;export default module.exports${
    list.length === 0 ? '' : `; const ${values.join(', ')}; export { ${exported.join(', ')} }`
  }`
}

/** The tests in the form in which the engine runs them, and the modules that they replace. */
export interface PreparedTests extends PreparedFile {
  mocked: ReadonlyMap<string, string>
}

/** Returns the tests with the imports of their API, or a problem: a syntax error, or an import that is not possible. */
export function prepareTests(
  files: Files,
  text: string,
  language: 'JS' | 'TS',
  commonJs: ReadonlySet<string>,
): PreparedTests | Problem {
  let program: AnyNode
  try {
    program = parseModule(text)
  } catch (error) {
    return syntaxProblem(TESTS_PATH, text, error, language)
  }
  const refused = refusedImportOf(files, program)
  if (refused) return refused
  const declared = declaredIn(program)
  const required = requiredBy(files, TESTS_PATH, program, declared, commonJs)
  if ('message' in required) return required
  const mocks = moduleMocksIn(files, program, text)
  if ('message' in mocks) return mocks
  // Text that is removed from the tests needs no other edits.
  const isLeft = ({ at }: Edit) =>
    !mocks.edits.some((gone) => at >= gone.at && at <= gone.at + (gone.instead ?? 0))
  const controls = controlsOf(program).filter(isLeft)
  const assignments = assignmentsOf(program, text).filter(isLeft)
  const texts = ['code', 'files'].filter(
    (name) => !declared.has(name) && new RegExp(`\\b${name}\\b`).test(text),
  )
  const evaluated = texts.length > 0 ? directEvalIn(program) : undefined
  if (evaluated) return evaluated
  const names = [
    ...OWN_NAMES,
    ...API_NAMES.filter((name) => !declared.has(name)),
    ...texts,
    ...(controls.length > 0 ? [MOCK_CALL] : []),
    ...(assignments.length > 0 ? [ASSIGN_CALL] : []),
  ]
  const head = `import { ${names.join(', ')} } from '${TESTS_API}'; ${required.head}`
  return {
    ...edited(text, [
      { at: 0, text: head },
      ...attributesOf(program, text),
      ...mocks.edits,
      ...controls,
      ...assignments,
    ]),
    mocked: mocks.texts,
  }
}

/** Returns the problem of an import that is not possible, with its line. */
function refusedImportOf(files: Files, program: AnyNode): Problem | undefined {
  for (const node of nodesIn(program.body)) {
    const wanted = textOf(nodesIn(node.source)[0])
    if (wanted === undefined) continue
    const at = { path: TESTS_PATH, line: lineOf(node) }
    const path = resolvePath(files, TESTS_PATH, wanted)
    if (path === null) return { message: refusal(TESTS_PATH, 'imports', wanted), ...at }
    // Only own properties count, because a file of the exercise may be called 'constructor'.
    const module = Object.hasOwn(API_MODULES, path) ? API_MODULES[path] : undefined
    if (!module) continue
    const known = [...Object.keys(module.names), ...(module.parts ?? [])]
    if (module.own) known.push('default')
    for (const each of nodesIn(node.specifiers)) {
      const imported = nodesIn(each.imported)[0]
      const name =
        each.type === 'ImportDefaultSpecifier'
          ? 'default'
          : imported && (textOf(imported) ?? String(imported.name))
      if (name !== undefined && !known.includes(name))
        return {
          message:
            name === 'default'
              ? `${wanted} has no default export. Write import { test, expect } from '${wanted}'`
              : `${wanted} has no '${name}' in an exercise. It has ${known.join(', ')}`,
          ...at,
        }
    }
  }
  return undefined
}

/**
 * Returns a problem if the tests call `eval`, because the evaluated text of the learner could use names of the tests,
 * such as `expect`.
 */
function directEvalIn(program: AnyNode): Problem | undefined {
  let problem: Problem | undefined
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || nodesIn(node.callee)[0]?.name !== 'eval') return
    problem ??= {
      message:
        'eval would let the text of a file use the names of the tests. Write new Function(…)() instead',
      path: TESTS_PATH,
      line: lineOf(node),
    }
  })
  return problem
}

/** The built-in objects whose functions tests can replace by an assignment, such as `Math.random = …`. */
const REPLACED =
  /^(?:Math|Date|JSON|console|globalThis|performance|Object|Number|String|Array|Promise)(?:\.prototype)?$/

/** Returns the edits with which tests replace a locked function for the duration of a test. */
function assignmentsOf(program: AnyNode, text: string): Edit[] {
  const edits: Edit[] = []
  visit(program, (node) => {
    if (node.type !== 'AssignmentExpression' || node.operator !== '=') return
    const [left, right] = [nodesIn(node.left)[0], nodesIn(node.right)[0]]
    const object = nodesIn(left?.object)[0]
    if (left?.type !== 'MemberExpression' || left.computed === true || !object || !right) return
    if (!REPLACED.test(text.slice(object.start, object.end))) return
    const between = text.slice(object.end, right.start)
    const lines = between.replace(/[^\n]/g, '')
    const name = JSON.stringify(nodesIn(left.property)[0]?.name)
    edits.push(
      { at: object.start, text: `${ASSIGN_CALL}(` },
      { at: object.end, instead: between.length, text: `, ${name}, ${lines}` },
      { at: right.end, text: ')' },
    )
  })
  return edits
}

/** Returns the edits with which the tests call the methods of mocks. The learner's code cannot call these methods. */
function controlsOf(program: AnyNode): Edit[] {
  const edits: Edit[] = []
  visit(program, (node) => {
    if (node.type !== 'MemberExpression' || node.computed === true) return
    const name = String(nodesIn(node.property)[0]?.name)
    const object = nodesIn(node.object)[0]
    if (!object || !CONTROLS.some((control) => control === name)) return
    edits.push({ at: object.start, text: `${MOCK_CALL}(` }, { at: object.end, text: ')' })
  })
  return edits
}
