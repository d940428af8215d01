import { timeOver } from '../run/limits'
import type { ExerciseFile, Problem, RunResult } from '../run/run'
import { PAGE_START, type PageMessage, type PageRequest } from './messages'
import { PAGE_PATH } from './policy'

/** The result of the checks of a page in this browser. */
export type PageResult = RunResult | { verdict: 'UNREACHABLE' }

/** A place for a learner's page, and for its checks (rules/exercises#pages). */
export interface PagePlace {
  /** Shows the page in a new frame, which replaces the earlier one. */
  show(files: readonly ExerciseFile[]): void
  /** Loads the page once more, out of sight, and runs tests in it. Never rejects. */
  check(files: readonly ExerciseFile[], tests: string, time_ms: number): Promise<PageResult>
  close(): void
}

/** Why a page is not shown any more: it does not answer, or the document could not be loaded. */
export type PageEnd = 'SILENT' | 'UNREACHABLE'

export interface PageEvents {
  /** The page has loaded. */
  shown?: () => void
  /** The page printed lines. */
  printed?: (lines: readonly string[]) => void
  /** The page did not catch an error, or a script cannot run. */
  failed?: (problem: Problem) => void
  /** The frame was removed. */
  ended?: (end: PageEnd) => void
}

/** Milliseconds until the document has loaded over a slow connection. */
const LOAD_MS = 30_000
/** Milliseconds after which a frame that does not answer is removed. */
const ANSWER_MS = 2_000
/** How many times within `ANSWER_MS` a shown page is asked for an answer. */
const ASKED = 4

/**
 * Shows pages of learners in an element, and checks them. The frames have the document that has the rights of no site
 * (rules/exercises#pages).
 *
 * @param title the title of the frame, for those who do not see it
 */
export function openPage(place: HTMLElement, title: string, on: PageEvents = {}): PagePlace {
  const checks = new Set<Frame>()
  let shown: Frame | null = null
  let next: Frame | null = null

  function show(files: readonly ExerciseFile[]): void {
    next?.close()
    const frame = openFrame(place, title, {
      told(message) {
        if (message.is === 'PRINTED') on.printed?.(message.lines)
        if (message.is === 'FAILED') on.failed?.(message.problem)
        if (message.is === 'SHOWN') settle()
      },
      ended(end) {
        if (frame !== next && frame !== shown) return
        const hadNext = frame === next
        if (hadNext) next = null
        else shown = null
        if (hadNext) shown?.close()
        shown = hadNext ? null : shown
        on.ended?.(end)
      },
    })
    next = frame
    const settle = () => {
      if (frame !== next) return
      shown?.close()
      shown = frame
      next = null
      frame.reveal()
      on.shown?.()
    }
    // A page may take focus while it loads, but not from the person who is typing.
    frame.element.inert = true
    frame.element.style.cssText = 'position: absolute; visibility: hidden'
    frame.send({ ask: 'SHOW', files })
  }

  return {
    show,
    check(files, tests, time_ms) {
      const focused = document.activeElement
      return new Promise((resolve) => {
        const end = (result: PageResult) => {
          checks.delete(frame)
          frame.close()
          // A page can take the focus, which would be lost with its frame.
          const isLost = document.activeElement === document.body
          if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
          resolve(result)
        }
        const frame = openFrame(place, 'Checks the page', {
          told(message) {
            if (message.is === 'RESULT') end(message.result)
          },
          ended(why) {
            end(why === 'UNREACHABLE' ? UNREACHABLE : silent(time_ms))
          },
        })
        checks.add(frame)
        const { element } = frame
        element.tabIndex = -1
        element.setAttribute('aria-hidden', 'true')
        // It has a layout, so that tests can measure.
        element.style.cssText =
          'position: fixed; top: 0; left: 0; width: 1024px; height: 768px; visibility: hidden; pointer-events: none'
        frame.send({ ask: 'CHECK', files, tests, time_ms })
      })
    },
    close() {
      for (const frame of [shown, next]) frame?.close()
      shown = next = null
      for (const frame of [...checks]) frame.end('UNREACHABLE')
    },
  }
}

const UNREACHABLE: PageResult = { verdict: 'UNREACHABLE' }

const silent = (time_ms: number): PageResult => ({
  verdict: 'ERROR',
  tests: [],
  problem: { message: timeOver(time_ms) },
  ms: ANSWER_MS,
})

interface Frame {
  element: HTMLIFrameElement
  /** Sends a request once the document is there. */
  send(request: PageRequest): void
  reveal(): void
  close(): void
  /** Closes the frame and says why. */
  end(end: PageEnd): void
}

interface FrameEvents {
  told: (message: PageMessage) => void
  ended: (end: PageEnd) => void
}

function openFrame(place: HTMLElement, title: string, on: FrameEvents): Frame {
  const { port1: port, port2: theirs } = new MessageChannel()
  const waiting: PageRequest[] = []
  let isHere = false
  let isClosed = false
  let hasLoaded = false
  let unanswered = 0
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(end, LOAD_MS, 'UNREACHABLE')

  function close(): void {
    isClosed = true
    clearTimeout(timer)
    element.remove()
    port.close()
  }
  function end(why: PageEnd): void {
    if (isClosed) return
    close()
    on.ended(why)
  }
  /** Asks again and again whether the page is there. A device that slept misses one answer, and not all. */
  function ask(): void {
    if (unanswered >= ASKED) {
      end('SILENT')
      return
    }
    unanswered += 1
    port.postMessage({ ask: 'PING' } satisfies PageRequest)
    timer = setTimeout(ask, ANSWER_MS / ASKED)
  }

  const element = document.createElement('iframe')
  element.src = PAGE_PATH
  element.title = title
  element.addEventListener('load', () => {
    // The learner's page loads in its place; whatever else replaces it does not answer.
    if (hasLoaded) return
    hasLoaded = true
    clearTimeout(timer)
    timer = setTimeout(end, ANSWER_MS, 'UNREACHABLE')
    // A sandboxed document has no origin that could be the target.
    element.contentWindow?.postMessage(PAGE_START, '*', [theirs])
  })
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    unanswered = 0
    if (data.is === 'HERE' && !isHere) {
      isHere = true
      clearTimeout(timer)
      for (const request of waiting) port.postMessage(request)
      ask()
    } else on.told(data)
  }
  place.append(element)
  return {
    element,
    send(request) {
      if (isHere) port.postMessage(request)
      else waiting.push(request)
    },
    reveal() {
      element.inert = false
      element.style.cssText = ''
    },
    close,
    end,
  }
}
