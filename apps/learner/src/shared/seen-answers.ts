/** The answers to questions that were on screen since the page was loaded, by id. */
const seen = new Set<string>()
const listeners = new Set<() => void>()

export const wasSeen = (answerId: string): boolean => seen.has(answerId)

/** Calls a function after each answer that is seen for the first time. Returns a function that stops it. */
export function watchSeenAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes an answer once its element is in sight. Returns a function that stops waiting for it. */
export function noteWhenSeen(element: Element, answerId: string): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    seen.add(answerId)
    for (const listener of listeners) listener()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
