import type { PageEvents, PagePlace } from './page'

export interface LazyPage extends PagePlace {
  /** Loads the code, so that the first page does not wait for it. */
  load(): void
}

/**
 * Returns a place for pages whose code loads with the first page or check. If it cannot be loaded, that one is
 * unreachable, and the next one tries again.
 */
export function lazyPage(place: HTMLElement, title: string, on: PageEvents = {}): LazyPage {
  let loading: Promise<PagePlace | null> | null = null
  let isClosed = false
  let shows = 0
  const loaded = () => {
    loading ??= import('./page').then(
      ({ openPage }) => (isClosed ? null : openPage(place, title, on)),
      () => {
        loading = null
        return null
      },
    )
    return loading
  }
  return {
    load() {
      void loaded()
    },
    show(files) {
      shows += 1
      const own = shows
      void loaded().then((page) => {
        if (own !== shows) return
        if (page) page.show(files)
        else if (!isClosed) on.ended?.('UNREACHABLE')
      })
    },
    async check(files, tests, time_ms) {
      const page = await loaded()
      return page ? page.check(files, tests, time_ms) : { verdict: 'UNREACHABLE' }
    },
    close() {
      isClosed = true
      void loading?.then((page) => page?.close())
    },
  }
}
