import { useEffect } from 'react'
import { useSiteName } from './use-site-name'

/** Sets the title of the browser's tab to `{page} · {site}`. */
export function usePageTitle(page: string | null): void {
  const site = useSiteName()
  useEffect(() => {
    document.title = page ? `${page} · ${site}` : site
  }, [page, site])
}
