import { useEffect } from 'react'
import { useSiteName } from './use-site-name'

/** Names the page in the browser's tab and history: `{page} · {site}`. */
export function usePageTitle(page: string | null): void {
  const site = useSiteName()
  useEffect(() => {
    document.title = page ? `${page} · ${site}` : site
  }, [page, site])
}
