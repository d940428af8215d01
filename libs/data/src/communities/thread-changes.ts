import type { Post, Thread } from './post'

/** The threads with one post or reply changed; the same list when it is not among them. */
export function changePost(threads: Thread[], id: string, change: Partial<Post>): Thread[] {
  let found = false
  const changed = threads.map((thread) => {
    if (thread.id === id) {
      found = true
      return { ...thread, ...change }
    }
    if (!thread.latest.some((reply) => reply.id === id)) return thread
    found = true
    return {
      ...thread,
      latest: thread.latest.map((reply) => (reply.id === id ? { ...reply, ...change } : reply)),
    }
  })
  return found ? changed : threads
}

/** The threads with one post or reply deleted, or put back; the number of replies follows. */
export function markGone(threads: Thread[], id: string, gone: boolean): Thread[] {
  return changePost(threads, id, { gone }).map((thread, at) => {
    const before = threads[at]?.latest.find((reply) => reply.id === id)
    if (!before || before.gone === gone) return thread
    return { ...thread, replies: thread.replies + (gone ? -1 : 1) }
  })
}

/** The threads with a new reply at the end of one of them. */
export function addReply(threads: Thread[], threadId: string, reply: Post): Thread[] {
  return threads.map((thread) =>
    thread.id === threadId
      ? { ...thread, replies: thread.replies + 1, latest: [...thread.latest, reply] }
      : thread,
  )
}

/** The threads without a post or a reply that could not be sent. */
export function takeBack(threads: Thread[], id: string): Thread[] {
  return threads
    .filter((thread) => thread.id !== id)
    .map((thread) =>
      thread.latest.some((reply) => reply.id === id)
        ? {
            ...thread,
            replies: thread.replies - 1,
            latest: thread.latest.filter((reply) => reply.id !== id),
          }
        : thread,
    )
}

/** Whether there is anything of a thread to show: a deleted one stands for its replies' sake alone. */
export function isShown(thread: Thread): boolean {
  return !thread.gone || thread.replies > 0
}
