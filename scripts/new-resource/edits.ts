import ts from 'typescript'

/**
 * A change of a file: takes its text and returns the new text. Edits find their place by syntax, so that the layout of
 * the file does not matter, and throw if there is no such place. An edit that was made already changes nothing.
 */
export type Edit = (text: string) => string

/** Adds an entry, named by `key`, to the object of this constant. */
export const withProperty =
  (constant: string, key: string, entry: string): Edit =>
  (text) => {
    const object = literalOf(text, constant, ts.isObjectLiteralExpression)
    const without = withoutProperty(constant, key)(text)
    if (without !== text) return withProperty(constant, key, entry)(without)
    return into(text, object, object.properties.length, entry)
  }

export const withoutProperty =
  (constant: string, key: string): Edit =>
  (text) => {
    const object = literalOf(text, constant, ts.isObjectLiteralExpression)
    const found = object.properties.find(({ name }) => name && nameOf(name) === key)
    return found ? without(text, object.properties, found) : text
  }

interface Place {
  /** A text of the element before which the new one is inserted; without it, the new one is the last. */
  before?: string
  /** Whether the array is in alphabetical order and stays so. */
  sorted?: true
}

/** Adds an element to the array of this constant; `mark` is a text that only this element contains. */
export const withElement =
  (constant: string, mark: string, element: string, { before, sorted }: Place = {}): Edit =>
  (text) => {
    const array = literalOf(text, constant, ts.isArrayLiteralExpression)
    const there = withoutElement(constant, mark)(text)
    if (there !== text) return withElement(constant, mark, element, { before, sorted })(there)
    const at = array.elements.findIndex((other) => {
      const words = other.getText()
      return sorted ? words > element : before !== undefined && words.includes(before)
    })
    return into(text, array, at === -1 ? array.elements.length : at, element)
  }

export const withoutElement =
  (constant: string, mark: string): Edit =>
  (text) => {
    const array = literalOf(text, constant, ts.isArrayLiteralExpression)
    const found = array.elements.find((element) => element.getText().includes(mark))
    return found ? without(text, array.elements, found) : text
  }

/** Adds an import after the last one. */
export const withImport =
  (from: string, statement: string): Edit =>
  (text) => {
    const there = withoutImport(from)(text)
    const last = imports(there).at(-1)
    const at = last ? last.getEnd() : 0
    return `${there.slice(0, at)}\n${statement}${there.slice(at)}`
  }

export const withoutImport =
  (from: string): Edit =>
  (text) => {
    const found = imports(text).find(({ moduleSpecifier }) => literal(moduleSpecifier) === from)
    return found
      ? text.slice(0, found.getStart()) + text.slice(found.getEnd()).replace(/^\n/, '')
      : text
  }

/** Returns an edit that makes these edits one after the other. */
export const inTurn =
  (...edits: Edit[]): Edit =>
  (text) =>
    edits.reduce((before, edit) => edit(before), text)

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
}

function imports(text: string): ts.ImportDeclaration[] {
  return parse(text).statements.filter(ts.isImportDeclaration)
}

/** Returns the object or array that a constant has as its value, without `as const` and `satisfies`. */
function literalOf<T extends ts.Expression>(
  text: string,
  constant: string,
  is: (node: ts.Node) => node is T,
): T {
  for (const statement of parse(text).statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText() !== constant) continue
      let value = initializer
      while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) {
        value = value.expression
      }
      if (value && is(value)) return value
    }
  }
  throw new Error(`There is no ${constant} to write into.`)
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText()
}

const literal = (node: ts.Node) => (ts.isStringLiteral(node) ? node.text : node.getText())

/** Inserts an entry at this index. Line breaks and commas are corrected by the formatter later. */
function into(
  text: string,
  list: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  place: number,
  entry: string,
): string {
  const entries = ts.isObjectLiteralExpression(list) ? list.properties : list.elements
  const next = entries[place]
  if (next) {
    // The full start includes the comment of the next entry.
    const start = next.getFullStart()
    return `${text.slice(0, start)}\n${entry},${text.slice(start)}`
  }
  const last = entries.at(-1)
  const end = last ? last.getEnd() : list.getStart() + 1
  const comma = last ? ',' : ''
  const rest = text.slice(end).replace(/^\s*,/, '')
  return `${text.slice(0, end)}${comma}\n${entry},${rest}`
}

function without(text: string, entries: ts.NodeArray<ts.Node>, found: ts.Node): string {
  const next = entries[entries.indexOf(found) + 1]
  if (next) return text.slice(0, found.getFullStart()) + text.slice(next.getFullStart())
  // After the last entry, its comma is removed too.
  return text.slice(0, found.getFullStart()) + text.slice(found.getEnd()).replace(/^\s*,/, '')
}
