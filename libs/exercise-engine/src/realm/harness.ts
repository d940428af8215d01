import type { HostValues } from '../page/host-values.ts'
import { comparing } from './equal.ts'
import type { Asked, Tell } from './expecting.ts'
import type { Foreign } from './foreign.ts'
import { matchersWith } from './matchers.ts'
import { printingWith } from './printing.ts'
import { cut, describing } from './show.ts'
import { isObject, readingValues, type Wildcards } from './values.ts'

/** The limits of texts in results, in characters. A result leaves the process in which the code runs. */
const LONGEST = 5_000
const LONGEST_STACK = 20_000

export type Harness = ReturnType<typeof makeHarness>

/**
 * Compares and describes values of the learner's realm, and returns only texts. Runs in its own realm, so that the
 * learner's code cannot change it. Never calls the values. Reading a property can run a getter or a proxy of the
 * learner, which does not see the expected value.
 *
 * @param foreign the learner's built-in classes
 * @param hosts given by a page, for the objects of the browser
 */
export default function makeHarness(foreign: Foreign, hosts?: HostValues) {
  const wildcards: Wildcards = new WeakMap()
  const values = readingValues(foreign, hosts)
  const { kindOf, errorName, errorMessage } = values
  const show = describing(values, hosts, wildcards)
  const equal = comparing(values, hosts, wildcards)
  const matchers = matchersWith(values, show, equal)
  /** Removes the author's message, which is the last argument of a check. */
  const messageIn = (parts: unknown[]): string | undefined => {
    const last = parts.at(-1)
    const said = isObject(last) ? wildcards.get(last) : undefined
    if (said?.kind !== 'said') return undefined
    parts.pop()
    return String(said.wanted)
  }
  const tell: Tell = (question, ...parts) => {
    const [first, second, ...more] = parts
    if (question === 'show') return show(first)
    if (question === 'equal') return equal(first, second, false, false) ? 'true' : ''
    wildcards.set(first as object, { kind: second as string, wanted: more[0], more: more[1] })
    return ''
  }

  return {
    tell,
    /** Returns an empty text if a matcher holds, or else the problem as JSON. */
    check(...[matcher, negated, actual, ...parts]: Asked): string {
      const said = messageIn(parts)
      const answer = matchers[matcher]?.(actual, ...parts)
      if (!answer) throw new TypeError('not a function')
      const { ok, always, expected, actual: shown, note, message } = answer
      if (!always && ok !== negated) return ''
      const found = shown ?? show(actual)
      const wanted = negated && !always ? `not ${expected}` : expected
      if (message) return JSON.stringify({ message: cut(message, LONGEST) })
      const [wantedText, foundText] = [cut(wanted, LONGEST), cut(found, LONGEST)]
      const words = `Expected ${wantedText}, but got ${foundText}${note ? `. ${note}` : ''}`
      return JSON.stringify({
        message: said ? cut(said, LONGEST) : words,
        expected: wantedText,
        actual: foundText,
      })
    },
    print: printingWith(values, show),
    /** Returns the message and the stack of a thrown value, as JSON. */
    thrown(error: unknown): string {
      if (!isObject(error) || kindOf(error) !== 'Error')
        return JSON.stringify({ message: `Thrown: ${show(error)}`, stack: '' })
      const { stack } = error as { stack?: unknown }
      const message = errorMessage(error)
      return JSON.stringify({
        message: cut(`${errorName(error)}${message ? `: ${message}` : ''}`, LONGEST),
        stack: typeof stack === 'string' ? stack.slice(0, LONGEST_STACK) : '',
      })
    },
  }
}
