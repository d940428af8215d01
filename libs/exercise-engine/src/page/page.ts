import { timeOver } from '../run/limits'
import type { ExerciseFile, Problem } from '../run/run'
import {
  type OwnPage,
  PAGE_START,
  type PageMessage,
  type PageRequest,
  type PageResult,
  type Question,
} from './messages'
import { PAGE_WIDTHS, withOwnResult } from './own-page'
import { PAGE_PATH } from './policy'
import type { Replay } from './replay'

export type { PageResult, Question } from './messages'
export type { Replay } from './replay'

/** A place for a learner's page, and for its checks (rules/exercises#pages). */
export interface PagePlace {
  /**
   * Shows the page in a new frame, which replaces the earlier frame. With a replay, runs it up to the next question.
   */
  show(files: readonly ExerciseFile[], replay?: Replay): void
  /** Loads the page in a second, invisible frame and runs the tests in it. Never rejects. */
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
  /** The page stored something. The stored values are lost with the frame. */
  stored?: () => void
  /** The page called `alert` and continued without waiting. */
  said?: (text: string) => void
  /** The page called `confirm` or `prompt` and stops. Show it again with the answer. */
  asked?: (question: Question) => void
  /** The frame was removed. */
  ended?: (end: PageEnd) => void
}

/** Milliseconds until the document has loaded over a slow connection. */
const LOAD_MS = 30_000
/** Milliseconds after which a frame that does not answer is removed. */
const ANSWER_MS = 2_000
/** A page that navigates away is not shown again within this time in milliseconds, because it could do so endlessly. */
const STAY_MS = 1_000
const LEFT =
  'The page loaded itself again or went to another address, so it was run from its beginning.'
/** How often a shown page is asked within `ANSWER_MS` whether it still answers. */
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

  function show(files: readonly ExerciseFile[], replay?: Replay): void {
    next?.close()
    const frame = openFrame(place, title, {
      told(message) {
        // The earlier frame stays visible until the new one has loaded, but its messages are ignored.
        if (frame !== (next ?? shown)) return
        if (message.is === 'PRINTED') on.printed?.(message.lines)
        if (message.is === 'FAILED') on.failed?.(message.problem)
        if (message.is === 'STORED') on.stored?.()
        if (message.is === 'SAID') on.said?.(message.text)
        if (message.is === 'ASKED') on.asked?.(message.question)
        if (message.is === 'SHOWN') settle()
      },
      ended(end) {
        if (frame !== next && frame !== shown) return
        if (frame === shown && !next && frame.hasLeft()) {
          shown = null
          on.printed?.([LEFT])
          show(files)
          return
        }
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
      const hadFocus = shown !== null && document.activeElement === shown.element
      shown?.close()
      shown = frame
      next = null
      frame.reveal()
      if (hadFocus) frame.element.focus({ preventScroll: true })
      on.shown?.()
    }
    // While it loads, a page may take the focus, but not from a field in which the person is typing.
    frame.element.inert = true
    frame.element.style.cssText = 'position: absolute; visibility: hidden'
    frame.send({ ask: 'SHOW', files, replay })
  }

  /**
   * Loads the page in an invisible frame, and runs one test in it, or all tests that do not need a page of their own.
   */
  function checkOnce(
    request: CheckRequest,
  ): Promise<{ result: PageResult; others: readonly OwnPage[] }> {
    const focused = document.activeElement
    return new Promise((resolve) => {
      const end = (result: PageResult, others: readonly OwnPage[] = []) => {
        checks.delete(frame)
        frame.close()
        // If the page takes the focus, the focus would be lost when the frame is removed, so it is restored.
        const isLost = document.activeElement === document.body
        if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
        resolve({ result, others })
      }
      const frame = openFrame(place, 'Checks the page', {
        told(message) {
          if (message.is === 'RESULT') end(message.result, message.others)
        },
        ended(why) {
          end(why === 'UNREACHABLE' ? UNREACHABLE : silent(request.time_ms))
        },
      })
      checks.add(frame)
      const { element } = frame
      element.tabIndex = -1
      element.setAttribute('aria-hidden', 'true')
      // The frame is rendered, so that tests can measure elements.
      element.style.cssText = `position: fixed; top: 0; left: 0; width: ${request.own?.width ?? PAGE_WIDTHS.inChecks}px; max-width: none; height: 768px; border: 0; visibility: hidden; pointer-events: none; transform: none`
      frame.send(request)
    })
  }

  return {
    show,
    async check(files, tests, time_ms) {
      const request = { ask: 'CHECK', files, tests, time_ms } as const
      const { result, others } = await checkOnce(request)
      let all = result
      for (const own of others) {
        if (all.verdict === 'UNREACHABLE') break
        const one = await checkOnce({ ...request, own })
        all = withOwnResult(all, own.at, one.result)
      }
      return all
    },
    close() {
      for (const frame of [shown, next]) frame?.close()
      shown = next = null
      for (const frame of [...checks]) frame.end('UNREACHABLE')
    },
  }
}

type CheckRequest = Extract<PageRequest, { ask: 'CHECK' }>

const UNREACHABLE: PageResult = { verdict: 'UNREACHABLE' }

const silent = (time_ms: number): PageResult => ({
  verdict: 'ERROR',
  tests: [],
  problem: { message: timeOver(time_ms) },
  ms: ANSWER_MS,
})

interface Frame {
  element: HTMLIFrameElement
  /** Sends a request as soon as the document is ready. */
  send(request: PageRequest): void
  reveal(): void
  /** Resolves to whether the document was replaced by another one within some time. */
  hasLeft(): boolean
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
  let revealedAt = Number.POSITIVE_INFINITY
  /** When a second document loaded in the frame: the learner's page, or another document. */
  let loadedAt = 0
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
  /**
   * Asks repeatedly whether the page answers. After the device slept, one missing answer is normal, but several are
   * not.
   */
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
    // The learner's page replaces the document and answers. Any other document does not answer.
    if (hasLoaded) {
      loadedAt = performance.now()
      return
    }
    hasLoaded = true
    clearTimeout(timer)
    timer = setTimeout(end, ANSWER_MS, 'UNREACHABLE')
    // A sandboxed document has an opaque origin, which cannot be given as the target of a message.
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
      revealedAt = performance.now()
      element.inert = false
      element.style.cssText = ''
    },
    hasLeft: () => loadedAt - revealedAt > STAY_MS,
    close,
    end,
  }
}
