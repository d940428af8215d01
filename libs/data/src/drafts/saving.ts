/** Milliseconds after the answer within which the signal of a saved draft has arrived. */
const ECHO_MS = 2_000

let saving = 0
let savedAt = Number.NEGATIVE_INFINITY

/** Runs what saves a draft, and notes it for `isSavingDraft`. Passes its result and error on. */
export async function savingDraft<A>(save: () => Promise<A>): Promise<A> {
  saving += 1
  try {
    return await save()
  } finally {
    saving -= 1
    savedAt = performance.now()
  }
}

/** Whether this page saves a draft or has just saved one, so that a signal about drafts says nothing new to it. */
export const isSavingDraft = (): boolean => saving > 0 || performance.now() - savedAt < ECHO_MS
