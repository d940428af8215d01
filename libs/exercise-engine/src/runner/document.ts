import { longestMs } from '../run/limits'
import { type RunMessage, type RunnerMessage, START, type WorkerMessage } from './messages'

/** The source of `worker.ts` with the engine. The build defines it. */
declare const WORKER: string

/** A worker that still runs this many milliseconds after the engine's own limit is terminated. */
const WORKER_MORE_MS = 300

// The script of the document that runs code (rules/exercise-runs#browser). If a host does not send the document's
// header, the document has the site's origin, and learners' code must not run.
if (self.origin === 'null' && parent !== self) addEventListener('message', start)

function start({ source, origin, data, ports: [port] }: MessageEvent): void {
  // The document itself has an opaque origin, but its address contains the site's origin.
  if (source !== parent || origin !== location.origin || data !== START || !port) return
  removeEventListener('message', start)
  serve((message) => port.postMessage(message), port)
}

function serve(say: (message: RunnerMessage) => void, port: MessagePort): void {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  let worker = startWorker()

  /** Starts an engine that has run nothing yet. */
  function startWorker(): Worker {
    const started = new Worker(address)
    started.onmessage = () => say({ is: 'READY' })
    started.onerror = () => say({ is: 'BROKEN' })
    return started
  }

  function end(message: RunnerMessage): void {
    worker.terminate()
    say(message)
    worker = startWorker()
  }

  port.onmessage = ({ data }: MessageEvent<RunMessage>) => {
    const late = setTimeout(end, longestMs(data.input.time_ms) + WORKER_MORE_MS, {
      is: 'ENDED',
      by: 'TIME',
    })
    worker.onmessage = (answer: MessageEvent<WorkerMessage>) => {
      clearTimeout(late)
      if (answer.data.is === 'RESULT') end(answer.data)
    }
    // Errors of learners' code are part of the engine's result, so only a limit of the browser fires this event.
    worker.onerror = () => {
      clearTimeout(late)
      end({ is: 'ENDED', by: 'MEMORY' })
    }
    worker.postMessage(data)
  }
  say({ is: 'HERE' })
}
