export interface Lazily<T> {
  /** Opens with the first call. Resolves to null if the code cannot be loaded, so that the next call tries again. */
  opened(): Promise<T | null>
  isClosed(): boolean
  close(): void
}

/** Loads the code of something, then opens it. If `close` is called while the code loads, it is not opened. */
export function lazily<T extends { close(): void }>(open: () => Promise<() => T>): Lazily<T> {
  let loading: Promise<T | null> | null = null
  let isClosed = false
  return {
    opened() {
      loading ??= open().then(
        (start) => (isClosed ? null : start()),
        () => {
          loading = null
          return null
        },
      )
      return loading
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true
      void loading?.then((it) => it?.close())
    },
  }
}
