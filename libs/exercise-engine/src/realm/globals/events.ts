import { defineClasses, exception, show } from './define'

type Listener = ((event: unknown) => unknown) | { handleEvent(event: unknown): unknown }
interface EventOptions {
  bubbles?: unknown
  cancelable?: unknown
  composed?: unknown
}
interface Added {
  type: string
  listener: Listener
  capture: boolean
  once: boolean
}

const TYPE = Symbol('type')
const DETAIL = Symbol('detail')
const ABORTED = Symbol('aborted')

/** Adds `Event`, `CustomEvent`, `EventTarget`, `AbortController` and `AbortSignal`. */
export default function addEvents(): void {
  const { setTimeout: wait, performance: clock } = globalThis
  /**
   * Reports an error of a listener. The code that dispatched the event continues, and the test fails as soon as it
   * waits for something.
   */
  const report = (error: unknown) => {
    console.error('Uncaught', error)
    wait(() => {
      throw error
    })
  }

  class Event {
    readonly #type: string
    readonly #bubbles: boolean
    readonly #cancelable: boolean
    readonly #composed: boolean
    readonly #timeStamp = clock.now()
    #isPrevented = false
    #isStopped = false
    #isEnded = false
    #target: EventTarget | null = null
    #current: EventTarget | null = null
    constructor(...[type, options]: [type: unknown, options?: EventOptions]) {
      if (type === undefined) throw new TypeError('An event needs a type')
      this.#type = String(type)
      this.#bubbles = Boolean(options?.bubbles)
      this.#cancelable = Boolean(options?.cancelable)
      this.#composed = Boolean(options?.composed)
      show(this, TYPE, this.#type)
    }
    get type() {
      return this.#type
    }
    get bubbles() {
      return this.#bubbles
    }
    get cancelable() {
      return this.#cancelable
    }
    get composed() {
      return this.#composed
    }
    get timeStamp() {
      return this.#timeStamp
    }
    get isTrusted() {
      return false
    }
    get target() {
      return this.#target
    }
    get currentTarget() {
      return this.#current
    }
    get eventPhase() {
      return this.#current ? 2 : 0
    }
    get defaultPrevented() {
      return this.#isPrevented
    }
    get cancelBubble() {
      return this.#isStopped
    }
    composedPath() {
      return this.#current ? [this.#current] : []
    }
    preventDefault() {
      if (this.#cancelable) this.#isPrevented = true
    }
    stopPropagation() {
      this.#isStopped = true
    }
    stopImmediatePropagation() {
      this.#isStopped = true
      this.#isEnded = true
    }
    static dispatch(event: Event, target: EventTarget, call: (isEnded: () => boolean) => void) {
      if (event.#current)
        throw exception('The event is already being dispatched.', 'InvalidStateError')
      event.#target = target
      event.#current = target
      event.#isEnded = false
      call(() => event.#isEnded)
      event.#current = null
      return !event.#isPrevented
    }
  }
  const { dispatch } = Event
  Reflect.deleteProperty(Event, 'dispatch')

  class CustomEvent extends Event {
    readonly #detail: unknown
    constructor(
      ...[type, options]: [type: unknown, options?: EventOptions & { detail?: unknown }]
    ) {
      super(type, options)
      this.#detail = options?.detail ?? null
      show(this, DETAIL, this.#detail)
    }
    get detail() {
      return this.#detail
    }
  }

  class EventTarget {
    #added: Added[] = []
    addEventListener(...[type, listener, options]: [unknown, Listener | null, unknown?]) {
      if (!listener) return
      const given = Object(options) as { capture?: unknown; once?: unknown; signal?: AbortSignal }
      const capture = options === true || Boolean(given.capture)
      const { signal } = given
      if (signal?.aborted) return
      const isKnown = this.#added.some(
        (each) =>
          each.type === String(type) && each.listener === listener && each.capture === capture,
      )
      if (isKnown) return
      this.#added.push({ type: String(type), listener, capture, once: Boolean(given.once) })
      signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options))
    }
    removeEventListener(...[type, listener, options]: [unknown, Listener | null, unknown?]) {
      const capture = options === true || Boolean((Object(options) as Partial<Added>).capture)
      this.#added = this.#added.filter(
        (each) =>
          each.type !== String(type) || each.listener !== listener || each.capture !== capture,
      )
    }
    dispatchEvent(event: Event) {
      if (!(event instanceof Event)) throw new TypeError('dispatchEvent() needs an Event')
      return dispatch(event, this, (isEnded) => {
        const all = this.#added.filter(({ type }) => type === event.type)
        // Listeners of the capture phase are called first.
        for (const each of [
          ...all.filter((it) => it.capture),
          ...all.filter((it) => !it.capture),
        ]) {
          if (isEnded()) return
          if (!this.#added.includes(each)) continue
          const { type, listener, capture, once } = each
          if (once) this.removeEventListener(type, listener, capture)
          try {
            if (typeof listener === 'function') Reflect.apply(listener, this, [event])
            else listener.handleEvent(event)
          } catch (error) {
            report(error)
          }
        }
      })
    }
  }

  let isAllowed = false
  const makeSignal = (): AbortSignal => {
    isAllowed = true
    try {
      return new AbortSignal()
    } finally {
      isAllowed = false
    }
  }
  const abortedBy = () => exception('This operation was aborted', 'AbortError')

  class AbortSignal extends EventTarget {
    #isAborted = false
    #reason: unknown = undefined
    #handler: unknown = null
    constructor() {
      super()
      if (!isAllowed) throw new TypeError('Illegal constructor')
      show(this, ABORTED, false)
    }
    get aborted() {
      return this.#isAborted
    }
    get reason() {
      return this.#reason
    }
    get onabort() {
      return this.#handler
    }
    set onabort(handler: unknown) {
      this.#handler = typeof handler === 'function' ? handler : null
    }
    throwIfAborted() {
      if (this.#isAborted) throw this.#reason
    }
    static end(signal: AbortSignal, reason: unknown) {
      if (signal.#isAborted) return
      signal.#isAborted = true
      signal.#reason = reason === undefined ? abortedBy() : reason
      show(signal, ABORTED, true)
      const event = new Event('abort')
      const handler = signal.#handler
      if (typeof handler === 'function')
        signal.addEventListener('abort', handler as Listener & (() => void), { once: true })
      signal.dispatchEvent(event)
    }
    static abort(reason?: unknown) {
      const signal = makeSignal()
      end(signal, reason)
      return signal
    }
    static timeout(ms: unknown) {
      const signal = makeSignal()
      wait(
        () => end(signal, exception('The operation was aborted due to timeout', 'TimeoutError')),
        Number(ms),
      )
      return signal
    }
    static any(signals: Iterable<AbortSignal>) {
      const signal = makeSignal()
      for (const each of [...signals]) {
        if (each.aborted) end(signal, each.reason)
        else each.addEventListener('abort', () => end(signal, each.reason), { once: true })
      }
      return signal
    }
  }
  const { end } = AbortSignal
  Reflect.deleteProperty(AbortSignal, 'end')

  class AbortController {
    readonly #signal = makeSignal()
    get signal() {
      return this.#signal
    }
    abort(reason?: unknown) {
      end(this.#signal, reason)
    }
  }
  defineClasses([Event, CustomEvent, EventTarget, AbortSignal, AbortController])
}
