import { lazily } from '../lazily'
import type { PageEnd, PageEvents, PagePlace } from './page'

/** The state of a preview: never shown, loading, shown, or its frame was removed. */
export type PreviewState = 'NONE' | 'LOADING' | 'SHOWN' | PageEnd

export const isPageEnd = (state: PreviewState) => state === 'SILENT' || state === 'UNREACHABLE'

export interface LazyPage extends PagePlace {
  /** Loads the code, so that the first page does not wait for it. */
  load(): void
}

/**
 * Returns a place for pages whose code loads with the first page or check. If it cannot be loaded, that one is
 * unreachable, and the next one tries again.
 */
export function lazyPage(place: HTMLElement, title: string, on: PageEvents = {}): LazyPage {
  const { opened, isClosed, close } = lazily(async () => {
    const { openPage } = await import('./page')
    return () => openPage(place, title, on)
  })
  let shows = 0
  return {
    load: () => void opened(),
    show(...shown) {
      shows += 1
      const own = shows
      void opened().then((page) => {
        if (own !== shows) return
        if (page) page.show(...shown)
        else if (!isClosed()) on.ended?.('UNREACHABLE')
      })
    },
    check: async (files, tests, time_ms) =>
      (await opened())?.check(files, tests, time_ms) ?? { verdict: 'UNREACHABLE' },
    close,
  }
}
