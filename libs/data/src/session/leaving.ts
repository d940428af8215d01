let underWay: Promise<unknown> | undefined

/**
 * Ends this tab's session by `end` because its person wants it. What the server refuses from then on is no news
 * to them (rules/access#leaving). Out and throws: as `end` does.
 */
export function leave<T>(end: () => Promise<T>): Promise<T> {
  const ended = end()
  underWay = ended.catch(() => undefined)
  return ended
}

/** How this tab left its latest session: settles when it is over, whatever became of it; undefined without one. */
export const latestLeave = () => underWay
