/** The ids of the answers to questions that were on screen since the page was loaded. */
const seen = new Set<string>()
const listeners = new Set<() => void>()

export const wasSeen = (answerId: string): boolean => seen.has(answerId)

/** Calls a function after each answer that is seen for the first time. Returns a function that stops it. */
export function watchSeenAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Records that an answer was seen once its element is on screen. Returns a function that stops waiting for this. */
export function recordWhenSeen(element: Element, answerId: string): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    seen.add(answerId)
    for (const listener of listeners) listener()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
