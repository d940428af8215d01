import type { Post, Thread } from './post'

/** Changes one post or reply. Returns the same list if it does not contain the post. */
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

/** Marks one post or reply as deleted, or restores it, and updates the number of replies. */
export function markGone(threads: Thread[], id: string, gone: boolean): Thread[] {
  return changePost(threads, id, { gone }).map((thread, at) => {
    const before = threads[at]?.latest.find((reply) => reply.id === id)
    if (!before || before.gone === gone) return thread
    return { ...thread, replies: thread.replies + (gone ? -1 : 1) }
  })
}

/** Adds a reply at the end of a thread. */
export function addReply(threads: Thread[], threadId: string, reply: Post): Thread[] {
  return threads.map((thread) =>
    thread.id === threadId
      ? { ...thread, replies: thread.replies + 1, latest: [...thread.latest, reply] }
      : thread,
  )
}

/** Removes a post or a reply that could not be sent. */
export function removePost(threads: Thread[], id: string): Thread[] {
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

/** Returns whether a thread is shown; a deleted post is shown only if it has replies. */
export function isShown(thread: Thread): boolean {
  return !thread.gone || thread.replies > 0
}
