import { useRef, useState } from 'react'
import type { PageAnswer, ShownDialog } from './page-dialog'

/** A question of a page, with the values that the next run of the page needs. */
interface Question<Replay> {
  kind: 'confirm' | 'prompt'
  text: string
  initial: string
  replay: Replay
}

type Waiting<Replay> = ShownDialog & { replay?: Replay }

/** The dialogs of a page that wait for their answers, one after another. */
export function usePageDialogs<Replay extends { answers: readonly PageAnswer[] }>() {
  const [waiting, setWaiting] = useState<readonly Waiting<Replay>[]>([])
  const last = useRef(0)
  const add = (dialog: Omit<Waiting<Replay>, 'id'>) => {
    last.current += 1
    const id = last.current
    setWaiting((before) => [...before, { ...dialog, id }])
  }
  return {
    /** The dialog to show; null if none waits. */
    dialog: waiting[0] ?? null,
    said: (text: string) => add({ kind: 'alert', text }),
    asked: (question: Question<Replay>) => add(question),
    /**
     * Takes the answer to the dialog that is shown. Returns the values that the next run of the page needs; null for an
     * `alert`.
     */
    answer(given: PageAnswer): Replay | null {
      const [{ replay } = {}] = waiting
      setWaiting((before) => before.slice(1))
      return replay ? { ...replay, answers: [...replay.answers, given] } : null
    },
    /** Removes the dialogs of an earlier run. */
    clear: () => setWaiting([]),
  }
}
