import type { DialogAnswer } from './dialogs'

/**
 * A page cannot wait for the answer to `confirm` or `prompt`. Instead, it is run again from its beginning with the
 * values in this object: the answers so far, the seed of the random numbers, and the person's actions on the page.
 */
export interface Replay {
  seed: number
  answers: readonly DialogAnswer[]
  acts: readonly PageAction[]
  /** How many texts of `alert` the person has seen. */
  alerts: number
}

/** An action of a person on a page: a press, typed text, a choice, or a submitted form. */
export interface PageAction {
  type: 'click' | 'input' | 'change' | 'keydown' | 'submit'
  /** The path to the element: its position among the children of each ancestor. */
  path: readonly number[]
  /** The value of the field after the action, or the pressed key. */
  value: string
}

/** Milliseconds to wait for an element that a timer creates. */
const WAIT_MS = 1_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement
/** Whether a press is the only input of the field, as for a checkbox, so that the press alone is recorded. */
const isPressed = (element: unknown) =>
  element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)

/**
 * Calls a function for each action of the person, before the listeners of the page. `task` resolves in the next task.
 */
export function recordActions(add: (act: PageAction) => void, task: () => Promise<void>): void {
  let hasPressed = false
  const listen = (type: PageAction['type'], read: (event: Event) => string | null) =>
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

/** Repeats the actions of a person. Returns false if an element no longer exists. */
export async function repeatActs(
  acts: readonly PageAction[],
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

/** Makes `Math.random` start with a seed, so that a page that is run again gets the same numbers. */
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
