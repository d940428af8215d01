import { isBackOfficePath } from '../access/home'
import { externalLink, isAppPath } from '../links/external-link'

/** Where a notification leads, and how one gets there. */
export interface NoticeLink {
  /**
   * `route`: within this bundle, without a page load. `load`: to the other bundle. `outside`: in a tab
   * of its own, which must not reach back (`noopener`).
   */
  way: 'route' | 'load' | 'outside'
  href: string
}

/**
 * In: `action_url` as typed, and which bundle asks. Out: where it leads (rules/courses#links), null
 * when there is none or it is nothing that one may follow: the database holds http(s) and paths with
 * one leading slash, and a link is checked once more where it becomes clickable.
 */
export function noticeLink(url: string | null, app: 'learner' | 'backoffice'): NoticeLink | null {
  const outside = externalLink(url)
  if (outside) return { way: 'outside', href: outside.href }
  if (!url || !isAppPath(url) || !URL.canParse(url, 'http://origin.invalid')) return null
  const { origin, pathname, search, hash } = new URL(url, 'http://origin.invalid')
  if (origin !== 'http://origin.invalid') return null
  const own = isBackOfficePath(url) === (app === 'backoffice')
  return { way: own ? 'route' : 'load', href: pathname + search + hash }
}
