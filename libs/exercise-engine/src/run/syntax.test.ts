import { expect, test } from 'vitest'
import { type RunInput, runExercise } from './run'

/** Code with syntax errors, with the expected message and its position. */
const WRONG: [string, string, RegExp, number, number][] = [
  [
    'curly quotes',
    'const a = 1\nconst b = “x”',
    /“ is a quotation mark of prose\. Code needs " or '/,
    2,
    11,
  ],
  ['a curly apostrophe', 'const b = ‘x’', /‘ is a quotation mark of prose/, 1, 11],
  [
    'a zero-width space',
    'const a = 1\nconst\u200b b = 1',
    /invisible character \(zero-width space\)/,
    2,
    6,
  ],
  [
    'a byte order mark inside',
    'const a = \u200e1',
    /invisible character \(left-to-right mark\)/,
    1,
    11,
  ],
  ['a dash', 'const a = 2 – 1', /– is no sign of code\. Write -/, 1, 13],
  ['an ellipsis', 'f(…args)', /… is no sign of code\. Write \.\.\./, 1, 3],
  ['decorators', '@sealed class A {}', /Decorators \(@\) do not run here/, 1, 1],
  ['JSX', 'const a = <div>x</div>', /JSX does not run here/, 1, 11],
  ['a namespace', 'namespace A { }', /A namespace does not run here/, 1, 11],
  [
    'enum in JavaScript',
    'enum A { B }',
    /enum is TypeScript, and this exercise is JavaScript/,
    1,
    1,
  ],
  ['an interface in JavaScript', 'interface A { b: string }', /Types are TypeScript/, 1, 1],
  ['a type in JavaScript', 'type A = string', /Types are TypeScript/, 1, 6],
  ['a type of a parameter', 'const f = (a: number) => a', /A type follows the colon/, 1, 13],
  [
    'fucntion',
    'fucntion a() {}',
    /'fucntion' is not a word of JavaScript\. Did you mean function\?/,
    1,
    1,
  ],
  ['retrun', 'const f = () => {\n  retrun 1\n}', /Did you mean return\?/, 2, 3],
  ['cosnt', 'cosnt a = 1', /Did you mean const\?/, 1, 1],
  ['improt', `improt a from './b.js'`, /Did you mean import\?/, 1, 1],
  ['exprot', 'exprot const a = 1', /Did you mean export\?/, 1, 1],
  ['Class', 'Class A {}', /Did you mean class\?/, 1, 1],
  ['an open bracket', 'const f = () => {\n  return 1\n', /The file ends too early/, 3, 1],
  ['an open quote', `const a = 'abc`, /A text has no closing quote/, 1, 11],
  ['an open template', 'const a = `abc', /A template has no closing `/, 1, 12],
  ['an open comment', '/* abc', /A comment has no closing/, 1, 1],
  ['an open pattern', 'const a = /[/', /A pattern has no closing/, 1, 12],
  ['a bracket too many', 'const a = 1\n}', /"}" is not expected here/, 2, 1],
  [
    'a missing comma',
    'const a = {\n b: 1\n c: 2\n}',
    /"c" is not expected here\. Is an operator, a comma/,
    3,
    2,
  ],
  ['a name twice', 'let a = 1\nlet a = 2', /'a' is declared twice/, 2, 5],
  [
    'an import twice',
    `import { a } from './b.js'\nimport { a } from './b.js'`,
    /'a' is declared twice/,
    2,
    10,
  ],
  ['an export twice', 'export const a = 1\nexport { a }', /'a' is exported twice/, 2, 10],
  ['an export of nothing', 'export { q }', /'q' is exported, but nothing is called so/, 1, 10],
  ['return outside', 'return 1', /return stands outside a function/, 1, 1],
  [
    'await outside',
    'const f = () => {\n  await 1\n}',
    /await stands in a function that is not async/,
    2,
    3,
  ],
  ['break outside', 'break', /break stands outside a loop/, 1, 1],
  ['const without a value', 'const a', /A const needs a value/, 1, 8],
  ['an assignment to a number', '1 = 2', /What is left of = is neither/, 1, 1],
  ['a function without a name', 'function (a) {}', /"\(" is not expected here/, 1, 10],
  ['a word as a name', 'const class = 1', /The word 'class' cannot stand here/, 1, 7],
  [
    'import in a function',
    `const f = () => {\n  import a from './b.js'\n}`,
    /import and export stand at the beginning|"a" is not expected/,
    2,
    3,
  ],
  ['super outside', 'super.x', /super stands outside a method/, 1, 1],
  [
    'two constructors',
    'class A { constructor() {} constructor() {} }',
    /A class has two constructors/,
    1,
    28,
  ],
  ['equal in an object', 'const a = { b = 1 }', /a value follows : and not =/, 1, 15],
]

const filesWith = (main: string) => [
  { path: 'main.js', text: main },
  { path: 'b.js', text: 'export const a = 1' },
]

test.each(WRONG)('Code with %s says so', async (_, main, message, line, column) => {
  const input: RunInput = {
    language: 'JS',
    files: filesWith(main),
    tests: `import './main.js'\ntest('a', () => { expect(1).toBe(1) })`,
    time_ms: 500,
  }
  const { verdict, problem } = await runExercise(input)
  expect(problem?.message).toMatch(message)
  expect({ verdict, ...problem, message: '' }).toEqual({
    ...{ verdict: 'ERROR', message: '', path: 'main.js', line, column },
  })
})

test.each(WRONG)('Tests with %s say so', async (_, tests, message, line) => {
  const { verdict, problem } = await runExercise({
    language: 'JS',
    files: filesWith(''),
    tests: `test('a', () => {});\n${tests}`,
    time_ms: 500,
  })
  expect(problem?.message).toMatch(message)
  expect(problem).toMatchObject({ path: 'tests.js', line: line + 1 })
  expect(verdict).toBe('ERROR')
})

test.each([
  ['{ using a = null }', /^SyntaxError: This line is newer than the language that runs here/],
  [`import './b.js'\nexports.a = 1`, /'exports' belongs to files without import and export/],
  [`export const a = 1\nmodule.id = 1`, /'module' belongs to files .* Here, write export/],
  [`export const a = 1\nconst load = require`, /'require' belongs to files .* Here, write import/],
])('What the engine does not run is told in a sentence: %s', async (main, message) => {
  const { problem } = await runExercise({
    language: 'JS',
    files: filesWith(main),
    tests: `import './main.js'\ntest('a', () => { expect(1).toBe(1) })`,
    time_ms: 500,
  })
  expect(problem?.message).toMatch(message)
  expect(problem).toMatchObject({ path: 'main.js', line: main.split('\n').length })
})

test('An error of JSON.parse stays as it is', async () => {
  const { tests } = await runExercise({
    language: 'JS',
    files: filesWith(`export const read = () => JSON.parse('{')`),
    tests: `import { read } from './main.js'\ntest('a', () => { read() })`,
    time_ms: 500,
  })
  expect(tests[0]?.problem).toMatchObject({
    message: expect.stringMatching(/^SyntaxError: /),
    path: 'main.js',
    line: 1,
  })
})

test.each([
  ['const sum = 1', `main.js does not export 'sum'. Write export before it`, 1],
  ['', `main.js does not export 'sum', and nothing in it is called so`, undefined],
])('A name that a file does not export is told: %s', async (main, message, line) => {
  const { problem } = await runExercise({
    language: 'JS',
    files: filesWith(main),
    tests: `import { sum } from './main.js'\ntest('a', () => {})`,
    time_ms: 500,
  })
  expect(problem).toEqual({ message, path: 'main.js', ...(line ? { line } : {}) })
})

test.each([
  ['decorators', '@sealed\nclass A {}', /Decorators/, 1],
  [
    'a namespace',
    'const a = 1\nnamespace A { export const b = 1 }',
    /A namespace does not run here/,
    2,
  ],
  ['a missing type', 'export const f = (a: ) => 1\n', /is not expected here/, 1],
  ['curly quotes', 'const a = “x”', /quotation mark of prose/, 1],
  ['a misspelt word', 'fucntion a() {}', /Did you mean function/, 1],
])('TypeScript with %s says so', async (_, main, message, line) => {
  const { problem } = await runExercise({
    language: 'TS',
    files: [{ path: 'main.ts', text: main }],
    tests: `import './main.ts'\ntest('a', () => {})`,
    time_ms: 500,
  })
  expect(problem?.message).toMatch(message)
  expect(problem).toMatchObject({ path: 'main.ts', line })
})

test('Tests that are nested too deeply say so', async () => {
  const { verdict, problem } = await runExercise({
    language: 'JS',
    files: filesWith(''),
    tests: `${'['.repeat(50_000)}`,
    time_ms: 500,
  })
  expect({ verdict, message: problem?.message }).toEqual({
    verdict: 'ERROR',
    message: 'The code is nested too deeply',
  })
})
