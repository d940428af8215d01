import { timeOver } from '../run/limits'
import { Printed } from '../run/printed'
import type { ExerciseFile, Problem } from '../run/run'
import { checkPage } from './check-page'
import { type DialogAnswer, defineDialogs } from './dialogs'
import type { PageMessage, PageRequest, Question } from './messages'
import { EndingError, glueOf, load, nextTask, now, pause, prepare, printing } from './page-realm'
import { type PageAction, type Replay, recordActions, repeatActs, seedRandom } from './replay'

/** The maximum time in milliseconds for which a page may block the browser without a pause. */
const BUSY_MS = 1_000

/** Answers the requests of the page that frames this document. */
export function servePage(port: MessagePort): void {
  const say = (message: PageMessage) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<PageRequest>) => {
    if (data.ask === 'PING') say({ is: 'PONG' })
    else if (data.ask === 'SHOW') show(data.files, data.replay, say)
    else void checkPage(data).then((checked) => say({ is: 'RESULT', ...checked }))
  }
  say({ is: 'HERE' })
}

/** An error that stops a script at its call of `confirm` or `prompt`. The page is run again with the answer. */
const WAITS = new EndingError({ message: 'The page waits for an answer' })

/** The maximum number of texts of `alert` without an action of the person between them. */
const MAX_ALERTS = 10
const TOO_MANY = `alert was called more than ${MAX_ALERTS} times in a row. The other texts are only here.`

const NOT_REPEATED =
  'The page was run again for your answer, and what you did on it before could not be repeated.'

function show(
  files: readonly ExerciseFile[],
  replay: Replay | undefined,
  say: (message: PageMessage) => void,
): void {
  let hasStored = false
  const { harness, makeGlue } = prepare(() => {
    if (!hasStored) say({ is: 'STORED' })
    hasStored = true
  })
  const printed = new Printed()
  let isSending = false
  let isWaiting = false
  const isStopped = () => isWaiting
  const print = (text: string) => {
    if (isWaiting) return
    printed.add(text)
    if (isSending) return
    isSending = true
    void nextTask().then(() => {
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
  glueOf(() =>
    makeGlue(
      noWorld,
      check,
      () => {},
      printing(harness, print),
      () => '',
    ),
  )

  const seed = replay?.seed ?? Math.trunc(Math.random() * 2 ** 32)
  const acts: PageAction[] = [...(replay?.acts ?? [])]
  const answers = replay?.answers ?? []
  let asked = 0
  let alerts = 0
  let inRow = 0
  const ask = (kind: Question['kind'], text: string, initial = ''): DialogAnswer => {
    const answer = answers[asked]
    asked += 1
    if (answer !== undefined) {
      print(`${kind}: ${text} (${JSON.stringify(answer)})`)
      return answer
    }
    if (!isWaiting) {
      isWaiting = true
      say({
        is: 'ASKED',
        question: { kind, text, initial, replay: { seed, answers, acts, alerts } },
      })
    }
    throw WAITS
  }
  seedRandom(seed)
  defineDialogs({
    alert(text) {
      if (isWaiting) return
      alerts += 1
      print(`alert: ${text}`)
      if (alerts <= (replay?.alerts ?? 0)) return
      inRow += 1
      if (inRow <= MAX_ALERTS) say({ is: 'SAID', text })
      else if (inRow === MAX_ALERTS + 1) print(TOO_MANY)
    },
    confirm: (text) => ask('confirm', text) === true,
    prompt(text, initial) {
      const answer = ask('prompt', text, initial)
      return typeof answer === 'string' ? answer : null
    },
  })

  let begun: number | null = null
  const tick = (path?: string, line?: number) => {
    if (isWaiting) throw WAITS
    if (begun === null) {
      begun = now()
      void nextTask().then(() => {
        begun = null
      })
    } else if (now() - begun > BUSY_MS)
      throw new EndingError({ message: timeOver(BUSY_MS), path, line })
  }
  const fail = (problem: Problem) => {
    if (!isWaiting) say({ is: 'FAILED', problem })
  }
  const begin = async () => {
    const loaded = load({ files, harness, print, fail, tick, isStopped })
    // A page can stop its own loading, so the wait ends after some time.
    await Promise.race([loaded, pause(BUSY_MS)])
    if (!(await repeatActs(acts, isStopped, pause))) print(NOT_REPEATED)
    recordActions((act) => {
      acts.push(act)
      inRow = 0
    }, nextTask)
    say({ is: 'SHOWN' })
  }
  void begin()
}
