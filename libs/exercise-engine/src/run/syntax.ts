import { parseModule } from './parsed.ts'
import type { Problem } from './run.ts'

type Language = 'JS' | 'TS'

/** Characters that word processors and phones insert instead of characters of code, with what to write instead. */
const LOOKALIKES: Record<string, string> = {
  '“': '" or \'',
  '”': '" or \'',
  '„': '" or \'',
  '«': '" or \'',
  '»': '" or \'',
  '‘': '\' or "',
  '’': '\' or "',
  '‚': '\' or "',
  '´': '\' or "',
  '–': '-',
  '—': '-',
  '−': '-',
  '×': '*',
  '÷': '/',
  '…': '...',
  '≤': '<=',
  '≥': '>=',
  '≠': '!==',
  '→': '=>',
  '⇒': '=>',
  '；': ';',
  '，': ',',
  '：': ':',
  '（': '(',
  '）': ')',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
}
const QUOTES = /[“”„«»‘’‚´]/

const INVISIBLE: Record<string, string> = {
  '\u00ad': 'soft hyphen',
  '\u180e': 'vowel separator',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u2060': 'word joiner',
  '\ufeff': 'byte order mark',
}

const KEYWORDS = [
  ...['function', 'return', 'const', 'let', 'var', 'class', 'import', 'export', 'default', 'async'],
  ...['await', 'if', 'else', 'for', 'while', 'switch', 'case', 'break', 'continue', 'throw', 'try'],
  ...['catch', 'finally', 'new', 'typeof', 'extends', 'static', 'yield', 'delete'],
]

/** Returns whether two words differ by one letter: missing, added, replaced, or swapped with the next letter. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [left, right] = [one.slice(at), other.slice(at)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}

const NO_VALUE = 'A const needs a value: write = after its name'

/** Messages of the parser, each with our own sentence for it. */
const MESSAGES: [RegExp, string | ((...groups: string[]) => string)][] = [
  [/^Identifier '(.*)' has already been declared/, (name) => `'${name}' is declared twice`],
  [/^Duplicate export '(.*)'/, (name) => `'${name}' is exported twice`],
  [/^Export '(.*)' is not defined/, (name) => `'${name}' is exported, but nothing is called so`],
  [/^Unterminated string constant/, 'A text has no closing quote on its line'],
  [/^Unterminated template/, 'A template has no closing `'],
  [/^Unterminated comment/, 'A comment has no closing */'],
  [/^Unterminated regular expression/, 'A pattern has no closing /'],
  [/^Invalid regular expression: .*?: (.*)/, (why) => `A pattern is wrong: ${why}`],
  [/'return' outside of function/, 'return stands outside a function'],
  [/^Cannot use keyword 'await' outside/, 'await stands in a function that is not async'],
  [/^(?:Cannot use 'yield'|.*'yield')/, 'yield stands in a function without *'],
  [
    /^'import' and 'export' may only appear at the top level/,
    'import and export stand at the beginning of a line of the file, and not inside brackets',
  ],
  [/^Assigning to rvalue/, 'What is left of = is neither a variable nor a property'],
  [/^Binding rvalue|^Assigning to (?:eval|arguments)/, 'This cannot be declared or assigned'],
  [/^Missing initializer in const/, NO_VALUE],
  [
    /^Complex binding patterns require/,
    'A declaration with brackets needs a value: write = after it',
  ],
  [/^Argument name clash/, 'Two parameters have the same name'],
  [/^Unsyntactic (break|continue)/, (word) => `${word} stands outside a loop`],
  [/^Unexpected keyword '(.*)'/, (word) => `The word '${word}' cannot stand here`],
  [
    /^The keyword '(.*)' is reserved|^Unexpected reserved word/,
    (word) => `The word '${word ?? 'here'}' is reserved and cannot be a name`,
  ],
  [/^'super'|^super\(\)/, 'super stands outside a method of a class that extends another one'],
  [/^Duplicate constructor/, 'A class has two constructors'],
  [/^Deleting local variable/, 'delete removes properties, and no variables'],
  [/^'with' in strict mode/, 'with cannot be used in modules'],
  [/^Octal literal|^Invalid number/, 'A number is written wrongly'],
  [/^Identifier directly after number/, 'A name follows a number. Names begin with a letter'],
  [/^Private field '(.*)' must be declared/, (name) => `${name} must be declared in its class`],
  [/^Redefinition of __proto__/, '__proto__ is given twice'],
  [/^Shorthand property assignments/, 'In an object, a value follows : and not ='],
  [/^Comma is not permitted after the rest/, 'A rest parameter must be the last one'],
  [/^Label '(.*)' is already/, (name) => `The label '${name}' is declared twice`],
  [
    /^Lexical declaration|^Unexpected lexical/,
    'A let or const needs curly brackets around it here',
  ],
  [
    /^Bad escape sequence|^Expecting Unicode|^Invalid Unicode|^Code point/,
    'A text has a wrong escape after \\',
  ],
  [/^Optional chaining cannot/, '?. cannot stand here'],
  [
    /^Invalid shorthand|^A '(get|set)ter'|^(?:get|set)ter/,
    'A getter has no parameter, and a setter has one',
  ],
]

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*/u

/** Returns a sentence about code at a position that belongs to another language. */
function foreignCode(text: string, pos: number, language: Language): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', pos - 1) + 1)
  const rest = text.slice(pos)
  const before = text.slice(0, pos).trimEnd()
  if (rest.startsWith('@'))
    return 'Decorators (@) do not run here. Call the function itself: value = decorate(value)'
  if (rest.startsWith('<') && /^<(?:[A-Za-z>/])/.test(rest) && !/[\w)\]]$/.test(before))
    return 'JSX does not run here. An exercise with HTML is a page'
  if (
    /^\s*(?:export\s+)?(?:declare\s+)?namespace\s/.test(line) ||
    /^\s*(?:declare\s+)?module\s+\w+\s*\{/.test(line)
  )
    return NO_NAMESPACE
  if (language === 'TS') return undefined
  if (/^\s*(?:export\s+)?(?:const\s+)?enum\s+\w/.test(line))
    return 'enum is TypeScript, and this exercise is JavaScript. Write an object'
  if (/^\s*(?:export\s+)?(?:interface\s+\w+|type\s+\w+\s*[=<])/.test(line))
    return 'Types are TypeScript, and this exercise is JavaScript. Delete them'
  if (
    rest.startsWith(':') &&
    /[\w)\]?]$/.test(before) &&
    /^:\s*[A-Za-z{[(]/.test(rest) &&
    !/\?[^?.:]*$/.test(line.slice(0, line.length - rest.length))
  )
    return 'A type follows the colon. Types are TypeScript, and this exercise is JavaScript'
  if (/^(?:as|satisfies)\s+\w/.test(rest))
    return 'Types are TypeScript, and this exercise is JavaScript. Delete them'
  return undefined
}

const NO_NAMESPACE = 'A namespace does not run here. Export what is in it from a file'

/** Returns a problem for a namespace, because removing the types would remove its code, too. */
export function namespaceProblem(path: string, text: string): Problem | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => /^\s*(?:export\s+)?namespace\s+[\w.]+\s*\{/.test(line))
  return at < 0 ? undefined : { message: `SyntaxError: ${NO_NAMESPACE}`, path, line: at + 1 }
}

/** Returns the keyword that a misspelt word near a position probably means, with the offset of the word. */
function misspelt(
  text: string,
  pos: number,
): { word: string; meant: string; at: number } | undefined {
  const lineFrom = text.lastIndexOf('\n', pos - 1) + 1
  const near = [...text.slice(lineFrom, pos).matchAll(/[A-Za-z]+/g)].map((found) => ({
    word: found[0],
    at: lineFrom + found.index,
  }))
  const here = WORD.exec(text.slice(pos))?.[0]
  if (here) near.push({ word: here, at: pos })
  // A word long before the position is not the misspelt one.
  for (const { word, at } of near.slice(-4).reverse()) {
    if (KEYWORDS.includes(word)) continue
    const meant = KEYWORDS.find(
      (keyword) => keyword.length > 2 && (isNear(word, keyword) || word.toLowerCase() === keyword),
    )
    if (meant) return { word, meant, at }
  }
  return undefined
}

function wordsFor(
  text: string,
  pos: number,
  message: string,
  language: Language,
): [string, number] {
  const sign = String.fromCodePoint(text.codePointAt(pos) ?? 32)
  const invisible = INVISIBLE[sign]
  if (invisible)
    return [
      `An invisible character (${invisible}) stands here. Delete it and its neighbours, and type them again`,
      pos,
    ]
  const meant = LOOKALIKES[sign]
  if (meant && pos < text.length)
    return [
      QUOTES.test(sign)
        ? `${sign} is a quotation mark of prose. Code needs ${meant}`
        : `${sign} is no sign of code. Write ${meant}`,
      pos,
    ]
  const foreign = foreignCode(text, pos, language)
  if (foreign) return [foreign, pos]
  if (/^Unexpected token/.test(message)) {
    const word = misspelt(text, pos)
    if (word)
      return [`'${word.word}' is not a word of JavaScript. Did you mean ${word.meant}?`, word.at]
    if (/\bconst\s+[\w$]+$/.test(text.slice(0, pos).trimEnd())) return [NO_VALUE, pos]
    if (pos >= text.trimEnd().length)
      return ['The file ends too early. Is a bracket or a quote not closed?', pos]
    return [`${JSON.stringify(tokenAt(text, pos))} is not expected here. ${helpAt(text, pos)}`, pos]
  }
  if (/^Unexpected character/.test(message)) return [`The character ${sign} cannot stand here`, pos]
  for (const [pattern, words] of MESSAGES) {
    const found = pattern.exec(message)
    if (found) return [typeof words === 'string' ? words : words(...found.slice(1)), pos]
  }
  return [message, pos]
}

const tokenAt = (text: string, pos: number): string =>
  WORD.exec(text.slice(pos))?.[0] ??
  /^(?:=>|[=!]==?|&&|\|\||\?\?|\d+|[^\s])/.exec(text.slice(pos))?.[0] ??
  ''

function helpAt(text: string, pos: number): string {
  const before = text.slice(0, pos).trimEnd()
  if (/[})\]]/.test(text[pos] ?? '')) return 'Is a bracket before it missing, or one too many?'
  if (/[\w"'`)\]}]$/.test(before) && /[\w"'`([{]/.test(text[pos] ?? ''))
    return 'Is an operator, a comma, or a bracket missing before it?'
  return 'Is something missing before it?'
}

/** Returns the problem for an error of the parser: a sentence and its position. */
export function syntaxProblem(
  path: string,
  text: string,
  error: unknown,
  language: Language,
): Problem {
  const { message, pos } = error as { message: string; pos?: number }
  if (pos === undefined) return { message: 'The code is nested too deeply', path }
  const plain = message.replace(/ \(\d+:\d+\)$/, '')
  const [words, at] = wordsFor(text, pos, plain, language)
  const lines = text.slice(0, at).split('\n')
  return {
    message: `SyntaxError: ${words}`,
    path,
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
  }
}

/** Returns the problem of a file that has a syntax error; undefined if the parser can read the file. */
export function syntaxProblemOf(
  path: string,
  text: string,
  language: Language,
): Problem | undefined {
  try {
    parseModule(text)
    return undefined
  } catch (error) {
    return syntaxProblem(path, text, error, language)
  }
}
