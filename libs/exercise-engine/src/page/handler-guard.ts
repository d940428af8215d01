import type { ExerciseFile } from '../run/run'
import { type CodePlace, guardHandler } from './loop-guard'

interface Guarding {
  /** The file of the page, in which attributes have their lines. */
  first: ExerciseFile
  /** Returns the line of the page's own code that calls a function. */
  callerPlace: () => CodePlace
  /** Called for a frame with `srcdoc`. The frame stays empty, because code in it would not be guarded. */
  refuseFrame: (place: CodePlace) => void
}

/** A function that makes elements from text, and how to find the node they are in. Without it, they are in the result. */
type Maker = [prototype: object, name: string, rootOf?: (target: Node) => Node | null]
type PlaceOf = (code: string) => (line: number) => CodePlace

const GUARDED = /\b(?:on\w+|srcdoc)\s*=/i

/**
 * Guards the code in attributes such as `onclick`, which would otherwise run without checks of the time limit. Attributes
 * that the page's code sets are guarded at once. The returned function guards those in the page's HTML.
 */
export function guardHandlers({ first, callerPlace, refuseFrame }: Guarding): () => void {
  const { setAttribute } = Element.prototype
  const itself = (target: Node) => target
  const makers: Maker[] = [
    [Element.prototype, 'setAttribute', itself],
    [Element.prototype, 'setAttributeNS', itself],
    [Element.prototype, 'innerHTML', itself],
    [Element.prototype, 'outerHTML', (target) => target.parentNode],
    [Element.prototype, 'insertAdjacentHTML', (target) => target.parentNode ?? target],
    [Element.prototype, 'setHTMLUnsafe', itself],
    [HTMLIFrameElement.prototype, 'srcdoc', itself],
    [ShadowRoot.prototype, 'innerHTML', itself],
    [ShadowRoot.prototype, 'setHTMLUnsafe', itself],
    [Document.prototype, 'write', itself],
    [Document.prototype, 'writeln', itself],
    [Range.prototype, 'createContextualFragment'],
    [DOMParser.prototype, 'parseFromString'],
  ]
  const needsGuard = (name: string, parts: unknown[]) =>
    /^setAttribute|^srcdoc/.test(name)
      ? parts.concat(name).some((part) => /^(?:on|srcdoc)/i.test(String(part)))
      : parts.some((part) => typeof part !== 'string' || GUARDED.test(part))

  function guardElement(element: Element, placeOf: PlaceOf): void {
    for (const { name, value } of [...element.attributes]) {
      if (name === 'srcdoc' && element instanceof HTMLIFrameElement) {
        element.removeAttribute(name)
        refuseFrame(placeOf(value)(1))
      }
      if (!name.startsWith('on') || !(name in element)) continue
      const code = guardHandler(value, placeOf(value))
      if (code !== value) Reflect.apply(setAttribute, element, [name, code])
    }
    if (element instanceof HTMLTemplateElement) guardIn(element.content, placeOf)
    guardIn(element.shadowRoot, placeOf)
  }
  function guardIn(root: unknown, placeOf: PlaceOf): void {
    if (root instanceof Element) guardElement(root, placeOf)
    if (root instanceof Element || root instanceof Document || root instanceof DocumentFragment)
      for (const element of root.querySelectorAll('*')) guardElement(element, placeOf)
  }

  for (const [prototype, name, rootOf] of makers)
    replace(prototype, name, (call) => {
      return function (this: Node, ...parts: unknown[]) {
        const root = rootOf?.(this)
        const made = call(this, parts)
        if (needsGuard(name, parts)) {
          const here = callerPlace()
          guardIn(rootOf ? root : made, () => () => here)
        }
        return made
      }
    })
  for (const name of ['setTimeout', 'setInterval'])
    replace(globalThis, name, (call) => (...parts: unknown[]) => {
      if (typeof parts[0] !== 'function') throw new TypeError('A timer needs a function to call')
      return call(globalThis, parts)
    })

  const inFirst: PlaceOf = (code) => {
    const place = placeOfText(first, code)
    return (line) => ({ path: first.path, ...(place && { line: place.line + line - 1 }) })
  }
  return () => guardIn(document, inFirst)
}

/** Returns where a text begins in a file; null if it is not there, or at two places. */
export function placeOfText({ path, text }: ExerciseFile, wanted: string) {
  const at = text.indexOf(wanted)
  if (at < 0 || text.includes(wanted, at + 1)) return null
  return { path, line: text.slice(0, at).split('\n').length }
}

type Call = (target: unknown, parts: unknown[]) => unknown

/** Replaces a method, or the function that sets a property, if the browser has it. */
function replace(target: object, name: string, made: (call: Call) => unknown): void {
  const found = Reflect.getOwnPropertyDescriptor(target, name)
  const kind = found?.set ? 'set' : 'value'
  const original: unknown = found?.[kind]
  if (typeof original !== 'function') return
  const call: Call = (self, parts) => Reflect.apply(original, self, parts)
  Reflect.defineProperty(target, name, { ...found, [kind]: made(call) })
}
