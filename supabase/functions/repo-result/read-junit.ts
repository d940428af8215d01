import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { MAX_RAW_NAME } from './clean-text.ts'
import type { RawResult } from './read-report.ts'

/** The maximum depth of nested elements. Test runners nest fewer than ten. */
const MAX_DEPTH = 40

/** The parser resolves no entities, because a document could define entities that expand a small text to a huge one. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignorePiTags: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: false,
  maxNestedTags: MAX_DEPTH,
})

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Calls `add` for each test of a JUnit report. @throws for a text that is no JUnit report */
export function readJunit(report: string, add: (result: RawResult) => void): void {
  if (hasDoctype(report)) throw new Error('A report defines no document type.')
  const valid = XMLValidator.validate(report)
  if (valid !== true) throw new Error(valid.err.msg)
  const roots = elementsIn(parser.parse(report))
  const suites = roots.filter(({ name }) => name === 'testsuites' || name === 'testsuite')
  if (suites.length === 0) throw new Error('This is no report of tests.')
  for (const suite of suites) readSuite(suite, [], add)
}

/**
 * Calls `add` for each test of a suite. The name of a test begins with its class, or with the names of its suites if it has
 * no class.
 *
 * @param above the names of the suites that contain this suite
 */
function readSuite(suite: Element, above: string[], add: (result: RawResult) => void): void {
  const within = suite.name === 'testsuite' ? [...above, suite.attributes.name ?? ''] : above
  const broken = suite.children.filter(isFailure)
  if (broken.length > 0)
    add({ name: join(within) || 'suite', ok: false, message: messageOf(broken) })
  for (const child of suite.children) {
    if (child.name === 'testsuite') readSuite(child, within, add)
    if (child.name === 'testcase') add(readCase(child, within))
  }
}

function readCase({ attributes, children }: Element, suites: string[]): RawResult {
  const { name = '', classname = '', time = '', status = '', result = '' } = attributes
  // Node writes the class "test" for every test.
  const isGeneral = classname === '' || classname === 'test'
  const above = isGeneral ? join(suites) : classname
  const failures = children.filter(isFailure)
  const ok = failures.length === 0 && !/^(fail|error)/i.test(status)
  const skipped =
    children.some((child) => child.name === 'skipped') ||
    [status, result].some((word) => /^(notrun|skipped|disabled|ignored)$/i.test(word))
  const ms = time === '' ? Number.NaN : 1000 * Number(time.replaceAll(',', ''))
  return {
    name: above === name ? name : join([above, name]),
    ok,
    skipped: ok && skipped,
    message: messageOf(failures),
    ms,
  }
}

const join = (names: string[]) =>
  names
    .filter((name) => name !== '')
    .map((name) => name.slice(0, MAX_RAW_NAME))
    .join(' > ')

const isFailure = ({ name }: Element) => name === 'failure' || name === 'error'

function messageOf(failures: Element[]): string {
  return failures
    .map(({ attributes: { message = '' }, text }) =>
      text.includes(message) ? text : `${message}\n${text}`,
    )
    .join('\n\n')
}

/**
 * Returns the elements among the nodes of the parser. With `preserveOrder`, the parser makes an element
 * `{name: children, ':@': attributes}`, and a text `{'#text': text}`.
 */
function elementsIn(nodes: unknown): Element[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: Record<string, unknown>) => {
    const [name] = Object.keys(node).filter((key) => key !== ':@')
    if (name === undefined || name === '#text') return []
    const inside = node[name]
    const texts = Array.isArray(inside) ? inside.map((part) => part['#text'] ?? '') : []
    return [
      {
        name,
        attributes: Object.fromEntries(
          Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, resolved(String(value))]),
        ),
        children: elementsIn(inside),
        text: resolved(texts.join('')),
      },
    ]
  })
}

/** Whether a document declares a document type. Text in CDATA sections does not count. */
function hasDoctype(report: string): boolean {
  const [first = '', ...others] = report.split('<![CDATA[')
  const outside = others.map((part) => part.slice(part.indexOf(']]>')))
  return [first, ...outside].some((part) => /<!DOCTYPE/i.test(part))
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Resolves the five predefined entities of XML and character references. The result is not resolved again. */
function resolved(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name) ?? all
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    },
  )
}
