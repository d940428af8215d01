interface Question {
  /** Signs out after all; null closes the question and the person stays. */
  answer: (leave: boolean) => void
}

let asked: Question | null = null
const listeners = new Set<() => void>()

function set(next: Question | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks whether to sign out although something is unsent. Resolves to the answer. */
export function askToSignOut(): Promise<boolean> {
  return new Promise((resolve) => {
    set({
      answer: (leave) => {
        set(null)
        resolve(leave)
      },
    })
  })
}

/** Returns the question on screen; null if there is none. */
export const signOutQuestion = () => asked

/** Calls `listener` whenever the question appears or is answered. Returns a function that unsubscribes. */
export function watchSignOutQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
