import type { Answer } from './dialogs'

/**
 * A page cannot wait for an answer to `confirm` or `prompt`. It is run again from its beginning instead: with the
 * answers given so far, the same random numbers, and what the person did on it. This is what such a run needs.
 */
export interface Replay {
  seed: number
  answers: readonly Answer[]
  acts: readonly Act[]
  /** How many texts of `alert` the person has seen. */
  alerts: number
}

/** What a person did on a page: pressed, typed, chose, or submitted. */
export interface Act {
  type: 'click' | 'input' | 'change' | 'keydown' | 'submit'
  /** The element, as positions among the children of its parents. */
  path: readonly number[]
  /** What a field has afterwards, or the key. */
  value: string
}

/** Milliseconds until an element that a timer makes is there. */
const WAIT_MS = 1_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement
/** Whether a press of the field says all that there is to know. */
const isPressed = (element: unknown) =>
  element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)

/** Calls a function for each act of the person, before the page hears of it. `task` resolves in the next task. */
export function recordActs(add: (act: Act) => void, task: () => Promise<void>): void {
  let hasPressed = false
  const listen = (type: Act['type'], read: (event: Event) => string | null) =>
    addEventListener(
      type,
      (event) => {
        const { target } = event
        if (!event.isTrusted || !(target instanceof Element)) return
        const value = read(event)
        if (value !== null) add({ type, path: pathOf(target), value })
      },
      true,
    )
  const typed = ({ target }: Event) =>
    isPressed(target)
      ? null
      : isField(target)
        ? target.value
        : target instanceof HTMLElement && target.isContentEditable
          ? target.innerHTML
          : null
  // A press of a label presses its field too, and Enter in a field presses a button, in the same task.
  listen('click', () => {
    if (hasPressed) return null
    hasPressed = true
    void task().then(() => {
      hasPressed = false
    })
    return ''
  })
  listen('input', typed)
  listen('change', typed)
  listen('keydown', (event) => (event instanceof KeyboardEvent ? event.key : null))
  listen('submit', () => (hasPressed ? null : ''))
}

/** Does again what a person did. Returns false if an element is not there any more. */
export async function repeatActs(
  acts: readonly Act[],
  isStopped: () => boolean,
  pause: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (const { type, path, value } of acts) {
    let element = elementAt(path)
    for (let waited = 0; !element && waited < WAIT_MS && !isStopped(); waited += 20) {
      await pause(20)
      element = elementAt(path)
    }
    if (isStopped()) return true
    if (!element) return false
    if (type === 'click') {
      if (element instanceof HTMLElement) element.click()
      else element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
    } else if (type === 'submit') {
      if (element instanceof HTMLFormElement) element.requestSubmit()
    } else if (type === 'keydown')
      element.dispatchEvent(
        new KeyboardEvent(type, { key: value, bubbles: true, cancelable: true }),
      )
    else {
      if (isField(element)) element.value = value
      else element.innerHTML = value
      element.dispatchEvent(new Event(type, { bubbles: true }))
    }
    await pause(0)
  }
  return true
}

function pathOf(element: Element): number[] {
  const path: number[] = []
  for (let at = element; at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at))
  return path
}

function elementAt(path: readonly number[]): Element | null {
  let at: Element | null = document.documentElement
  for (const position of path) at = at?.children[position] ?? null
  return at
}

/** Makes `Math.random` begin with a seed, so that a page that is run again gets the same numbers. */
export function seedRandom(seed: number): void {
  let state = seed
  Object.defineProperty(Math, 'random', {
    value: () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
    },
    writable: true,
    configurable: true,
  })
}
