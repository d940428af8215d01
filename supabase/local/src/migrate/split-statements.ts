export type Statement = {
  /** The statement without its semicolon, and without blanks and comments around it. */
  text: string
  /** The line of the file on which it begins, from 1. */
  line: number
}

/**
 * Splits a SQL file at its semicolons, like the Supabase CLI, which sends one statement after the other.
 * Semicolons in strings, quoted names, dollar quotes, comments and bodies of SQL functions (`begin atomic …
 * end`) do not count.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let start = -1
  let end = 0
  // The depth of `begin atomic` and `case`, each closed by `end`.
  let depth = 0
  let previousWord = ''

  const finish = () => {
    if (start >= 0) {
      statements.push({ text: sql.slice(start, end), line: lineAt(sql, start) })
    }
    start = -1
    depth = 0
    previousWord = ''
  }

  for (const { kind, from, to } of tokens(sql)) {
    if (kind === 'space') continue
    if (kind === 'semicolon' && depth === 0) {
      finish()
      continue
    }
    if (kind === 'word') {
      const word = sql.slice(from, to).toLowerCase()
      if (word === 'atomic' && previousWord === 'begin') depth += 1
      else if (depth > 0 && word === 'case') depth += 1
      else if (depth > 0 && word === 'end') depth -= 1
      previousWord = word
    } else previousWord = ''
    if (start < 0) start = from
    end = to
  }
  finish()
  return statements
}

/** Returns the line, from 1, of the character at `offset`. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

type Token = { kind: 'space' | 'semicolon' | 'word' | 'other'; from: number; to: number }

const space = /\s+|--[^\n]*/y
const escapeString = /e'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/iy
const plainString = /'(?:[^']|'')*(?:'|$)/y
const quotedName = /"(?:[^"]|"")*(?:"|$)/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const number = /\d[\w.]*/y

function* tokens(sql: string): Generator<Token> {
  const match = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    return pattern.exec(sql)?.[0].length ?? 0
  }
  for (let from = 0; from < sql.length; ) {
    const blank = match(space, from) || commentLength(sql, from)
    const name = blank ? 0 : match(escapeString, from) ? 0 : match(word, from)
    const length =
      blank ||
      name ||
      match(escapeString, from) ||
      match(plainString, from) ||
      match(quotedName, from) ||
      dollarLength(sql, from, match(dollarTag, from)) ||
      match(number, from) ||
      1
    const kind = blank ? 'space' : name ? 'word' : sql[from] === ';' ? 'semicolon' : 'other'
    yield { kind, from, to: from + length }
    from += length
  }
}

/** Returns the length of the block comment at this offset, with nested ones; 0 if there is none. */
function commentLength(sql: string, from: number): number {
  if (!sql.startsWith('/*', from)) return 0
  let depth = 0
  let at = from
  do {
    if (sql.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else if (sql.startsWith('*/', at)) {
      depth -= 1
      at += 2
    } else at += 1
  } while (depth > 0 && at < sql.length)
  return at - from
}

function dollarLength(sql: string, from: number, tagLength: number): number {
  if (tagLength === 0) return 0
  const tag = sql.slice(from, from + tagLength)
  const close = sql.indexOf(tag, from + tagLength)
  return (close < 0 ? sql.length : close + tagLength) - from
}
