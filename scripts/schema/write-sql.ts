/** Lines of a broken condition are no longer than this where it can be helped. */
const WIDTH = 100

/**
 * In: SQL in one piece as PostgreSQL gives it back, which is all capitals, casts and names for single
 * columns. Out: the same SQL as people write it, on one line.
 */
export function plainSql(given: string): string {
  const pieces = given.split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
  const written = pieces.map((piece, i) => {
    if (i % 2 === 1) return piece
    const afterText = i > 0 && pieces[i - 1]?.startsWith("'")
    // A text takes the type that its place asks for.
    const bare = afterText ? piece.replace(/^::(?:text|public\.\w+)(?![\w.[])/, '') : piece
    return bare
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .replaceAll('timestamp with time zone', 'timestamptz')
      .replaceAll('( select', '(select')
      .replaceAll(' using btree ', ' ')
  })
  return written
    .join('')
    .replaceAll(NAMED_CALL, '($1)')
    .replaceAll(TWICE_IN_BRACKETS, '($1)')
    .trim()
}

const TEXT = "'(?:[^']|'')*'"
const FLAT = `(?:[^()']|${TEXT})*`
/** `(select private.uid() as uid)` */
const NAMED_CALL = new RegExp(`\\((select [\\w.]+\\(${FLAT}\\)) as \\w+\\)`, 'g')
/** `((select private.uid()))` */
const TWICE_IN_BRACKETS = new RegExp(`\\(\\((select (?:${FLAT}\\(${FLAT}\\))*${FLAT})\\)\\)`, 'g')

/**
 * A condition in brackets. In: what plainSql() gives, the words in front of it, and how far its lines
 * are indented. Out: on one line, or with each `and` and `or` at the beginning of a line.
 */
export function bracketed(words: string, condition: string, indent: string): string {
  const whole = `${words} (${inOneLine(condition)})`
  if (partsOf(condition).parts.length === 1 && indent.length + whole.length <= WIDTH) return whole
  return `${words} (\n${indent}  ${inLines(condition, `${indent}  `)}\n${indent})`
}

/** What `or` connects, or what `and` does where there is no `or`; the whole where there is neither. */
function partsOf(condition: string): { word: 'or' | 'and'; parts: string[] } {
  const bare = withoutBrackets(condition)
  const parts = split(bare, ' or ')
  return parts.length > 1
    ? { word: 'or', parts }
    : { word: 'and', parts: split(bare, ' and ').map(withoutBrackets) }
}

function inOneLine(condition: string): string {
  const { word, parts } = partsOf(condition)
  if (parts.length === 1) return parts[0] ?? ''
  return parts
    .map((part) => (isJoined(part) ? `(${inOneLine(part)})` : inOneLine(part)))
    .join(` ${word} `)
}

function inLines(condition: string, indent: string): string {
  const { word, parts } = partsOf(condition)
  return parts
    .map((part) => {
      if (!isJoined(part)) return withQuery(withoutBrackets(part), indent)
      const short = `(${inOneLine(part)})`
      if (indent.length + word.length + 1 + short.length <= WIDTH) return short
      return `(\n${indent}  ${inLines(part, `${indent}  `)}\n${indent})`
    })
    .join(`\n${indent}${word} `)
}

/** A part that is too long because of a query in it has the query on lines of its own. */
function withQuery(part: string, indent: string): string {
  const start = part.indexOf('(select ')
  if (start < 0 || indent.length + part.length + 4 <= WIDTH) return part
  const end = closingOf(part, start)
  const query = part.slice(start + 1, end)
  const where = split(query, ' where ')
  const inner = `${indent}  `
  const lines = split(where[0] ?? '', ' from ').join(`\n${inner}from `)
  const condition =
    where[1] === undefined ? '' : `\n${inner}where ${inLines(where[1], `${inner}  `)}`
  return `${part.slice(0, start)}(\n${inner}${lines}${condition}\n${indent})${part.slice(end + 1)}`
}

const isJoined = (part: string) => partsOf(part).parts.length > 1

/** Without brackets around the whole, but for those of a query. */
function withoutBrackets(text: string): string {
  const whole = text.trim()
  if (!whole.startsWith('(') || closingOf(whole, 0) !== whole.length - 1) return whole
  const inside = whole.slice(1, -1).trim()
  return inside.startsWith('select ') ? `(${inside})` : withoutBrackets(inside)
}

/** Splits where the word stands outside of texts, brackets and `case … end`. */
function split(text: string, word: string): string[] {
  const parts: string[] = []
  let from = 0
  let cases = 0
  for (let i = 0; i < text.length; i = next(text, i)) {
    if (text.startsWith('case ', i) && (i === 0 || text[i - 1] === ' ')) cases += 1
    else if (/^ end\b/.test(text.slice(i, i + 5))) cases -= 1
    else if (cases === 0 && text.startsWith(word, i)) {
      parts.push(text.slice(from, i))
      from = i + word.length
    }
  }
  return [...parts, text.slice(from)]
}

/** The place after what begins here: a text and brackets are one thing. */
function next(text: string, i: number): number {
  const quote = text[i]
  if (quote === "'" || quote === '"') return text.indexOf(quote, i + 1) + 1 || text.length
  return quote === '(' ? closingOf(text, i) + 1 : i + 1
}

/** Where the bracket closes that opens here. */
function closingOf(text: string, open: number): number {
  let i = open + 1
  while (i < text.length && text[i] !== ')') i = next(text, i)
  return i
}

/** In: what pg_get_triggerdef() gives. Out: on one line, or when, what it sees and what it does on lines of their own. */
export function trigger(given: string): string {
  const line = `${plainSql(given)};`
  return line.length <= WIDTH
    ? line
    : line
        .replace(/ (?=referencing )/, '\n  ')
        .replace(/ (?=for each )/, '\n  ')
        .replace(/ (?=when \()/, '\n  ')
        .replace(/(?<=\n {2}when \(.*) (?=execute function )/, '\n  ')
}

/** In: what pg_get_constraintdef() gives. Out: a check by line where it is long, anything else on one line. */
export function constraint(name: string, given: string, indent: string): string {
  const plain = plainSql(given)
  const words = `constraint ${name} ${plain.startsWith('check (') ? 'check' : ''}`
  if (!plain.startsWith('check (')) return words + plain
  const end = closingOf(plain, 6)
  const condition = plain.slice(7, end)
  const line = `${words} (${inOneLine(condition)})`
  const rest = plain.slice(end + 1)
  return (indent.length + line.length <= WIDTH ? line : bracketed(words, condition, indent)) + rest
}

/**
 * In: what pg_get_functiondef() gives. Out: its head as people write it, arguments and columns by line where they
 * are many, its body as it was written.
 */
export function routine(given: string): string {
  const body = given.indexOf('\nAS $')
  if (body < 0) return `${given.trimEnd()};`
  const head = given
    .slice(0, body)
    .split('\n')
    .map((line, i) => listed(line, i === 0 ? '' : '  '))
  return `${head.join('\n')}\nas ${given.slice(body + 4).trimEnd()};`
}

/** A line of a head, and its list in brackets by line where it is long. */
function listed(given: string, indent: string): string {
  const line = indent + plainSql(given).replaceAll(/ default null::[\w.]+(\[\])?/g, ' default null')
  const open = line.indexOf('(')
  if (line.length <= WIDTH || open < 0) return line
  const end = closingOf(line, open)
  const parts = split(line.slice(open + 1, end), ', ')
  const inner = `\n${indent}  `
  return `${line.slice(0, open + 1)}${inner}${parts.join(`,${inner}`)}\n${indent}${line.slice(end)}`
}
