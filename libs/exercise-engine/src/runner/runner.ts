import { longestMs, TOO_MUCH_MEMORY, timeOver } from '../run/limits'
import type { RunInput, RunResult } from '../run/run'
import { type RunMessage, type RunnerMessage, START } from './messages'
import { RUNNER_PATH } from './policy'

/** The document could not be loaded: there is no connection and it is not cached, or the browser refuses it. */
interface Unreachable {
  verdict: 'UNREACHABLE'
}

const UNREACHABLE: Unreachable = { verdict: 'UNREACHABLE' }

/** The result of a run in this browser. */
export type BrowserResult = RunResult | Unreachable

export interface Runner {
  /** Runs the tests in an engine of their own, after all earlier runs. Never rejects. */
  run(input: RunInput): Promise<BrowserResult>
  close(): void
}

/** Milliseconds until the document has loaded over a slow connection. */
const LOAD_MS = 30_000
/** Milliseconds to wait for the first message of a loaded document. An error page never sends one. */
const ANSWER_MS = 2_000
/** Milliseconds to wait until a slow device has started an engine. */
const ENGINE_MS = 15_000
/**
 * If a run takes this many milliseconds longer than the engine's own limit, the frame is removed
 * (rules/exercise-runs#limits).
 */
const FRAME_MORE_MS = 600

/**
 * Adds a hidden frame to a page, with the document that runs code, and keeps an engine ready in it
 * (rules/exercise-runs#browser). The document loads at once, so that the first run does not wait for it.
 */
export function createRunner(place: HTMLElement): Runner {
  let frame = openFrame(place)
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function once(input: RunInput): Promise<BrowserResult> {
    // A document that failed to load before may load now.
    if (frame.isClosed() && !isClosed) frame = openFrame(place)
    if (!(await frame.isReady())) {
      frame.close()
      return UNREACHABLE
    }
    const begun = performance.now()
    const answer = await frame.run(input)
    if (answer?.is === 'RESULT') return answer.result
    if (isClosed) return UNREACHABLE
    if (answer?.is !== 'ENDED') {
      frame.close()
      frame = openFrame(place)
    }
    const why =
      answer?.is === 'ENDED' && answer.by === 'MEMORY' ? TOO_MUCH_MEMORY : timeOver(input.time_ms)
    const ms = Math.round(performance.now() - begun)
    return { verdict: 'ERROR', tests: [], problem: { message: why }, ms }
  }

  return {
    run(input) {
      const result = last.then(() => once(input))
      last = result
      return result
    },
    close() {
      isClosed = true
      frame.close()
    },
  }
}

interface Frame {
  /** Resolves to whether an engine is ready for a run. */
  isReady(): Promise<boolean>
  /** Sends a run, and resolves to the document's answer; null if no answer arrives in time. */
  run(input: RunInput): Promise<RunnerMessage | null>
  isClosed(): boolean
  close(): void
}

function openFrame(place: HTMLElement): Frame {
  const { port1: port, port2: theirs } = new MessageChannel()
  const early: RunnerMessage[] = []
  let waiting: ((message: RunnerMessage | null) => void) | null = null
  let isClosed = false

  /** Resolves to the next message; null if no message arrives in time or the frame is closed. */
  function next(ms: number): Promise<RunnerMessage | null> {
    const there = early.shift()
    if (there || isClosed) return Promise.resolve(there ?? null)
    return new Promise((resolve) => {
      const settle = (message: RunnerMessage | null) => {
        clearTimeout(timer)
        waiting = null
        resolve(message)
      }
      const timer = setTimeout(settle, ms, null)
      waiting = settle
    })
  }

  const isEngineReady = async () => (await next(ENGINE_MS))?.is === 'READY'
  async function isDocumentReady(): Promise<boolean> {
    if ((await next(LOAD_MS))?.is !== 'HERE') return false
    clearTimeout(unanswered)
    return isEngineReady()
  }

  function close(): void {
    isClosed = true
    clearTimeout(unanswered)
    element.remove()
    port.close()
    waiting?.(null)
  }

  let unanswered: ReturnType<typeof setTimeout> | undefined
  let hasLoaded = false
  const element = document.createElement('iframe')
  element.src = RUNNER_PATH
  element.title = 'Runs code'
  element.hidden = true
  element.tabIndex = -1
  element.setAttribute('aria-hidden', 'true')
  element.addEventListener('load', () => {
    // A second load means that another document has replaced the first one.
    if (hasLoaded) return close()
    hasLoaded = true
    unanswered = setTimeout(close, ANSWER_MS)
    // A sandboxed document has an opaque origin, which cannot be given as the target of a message.
    element.contentWindow?.postMessage(START, '*', [theirs])
  })
  port.onmessage = ({ data }: MessageEvent<RunnerMessage>) => {
    if (waiting) waiting(data)
    else early.push(data)
  }
  place.append(element)

  let ready = isDocumentReady()
  return {
    isReady: () => ready,
    async run(input) {
      const message: RunMessage = { input }
      port.postMessage(message)
      const answer = await next(longestMs(input.time_ms) + FRAME_MORE_MS)
      // The next engine starts while the person reads the result.
      ready = isEngineReady()
      return answer
    },
    isClosed: () => isClosed,
    close,
  }
}
