import { timeOver } from '../run/limits'
import { Printed } from '../run/printed'
import type { ExerciseFile, Problem } from '../run/run'
import { checkPage } from './check-page'
import type { PageMessage, PageRequest } from './messages'
import { glueOf, load, now, Over, pause, prepare, printing, task } from './page-realm'

/** Milliseconds for which a page may keep the browser busy at a time. */
const BUSY_MS = 1_000

/** Answers the requests of the page that frames this document. */
export function servePage(port: MessagePort): void {
  const say = (message: PageMessage) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<PageRequest>) => {
    if (data.ask === 'PING') say({ is: 'PONG' })
    else if (data.ask === 'SHOW') show(data.files, say)
    else void checkPage(data).then((result) => say({ is: 'RESULT', result }))
  }
  say({ is: 'HERE' })
}

function show(files: readonly ExerciseFile[], say: (message: PageMessage) => void): void {
  const { harness, makeGlue } = prepare()
  const printed = new Printed()
  let isSending = false
  const print = (text: string) => {
    printed.add(text)
    if (isSending) return
    isSending = true
    void task().then(() => {
      isSending = false
      const lines = printed.take()
      if (lines) say({ is: 'PRINTED', lines })
    })
  }
  const noWorld = {
    ...{ next: () => false, runPending() {}, count: () => 0, clear() {} },
    ...{ reset() {}, set() {}, advance() {} },
  }
  const check = () => ''
  glueOf(
    () =>
      makeGlue(
        noWorld,
        check,
        () => {},
        printing(harness, print),
        () => '',
      ),
    print,
  )

  let begun: number | null = null
  const tick = (path?: string, line?: number) => {
    if (begun === null) {
      begun = now()
      void task().then(() => {
        begun = null
      })
    } else if (now() - begun > BUSY_MS) throw new Over({ message: timeOver(BUSY_MS), path, line })
  }
  const fail = (problem: Problem) => say({ is: 'FAILED', problem })
  const loaded = load({ files, harness, print, fail, tick })
  // A page can stop its own loading.
  void Promise.race([loaded, pause(BUSY_MS)]).then(() => say({ is: 'SHOWN' }))
}
