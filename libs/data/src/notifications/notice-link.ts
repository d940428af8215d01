import { isBackOfficePath } from '../access/home'
import { externalLink, isAppPath } from '../links/external-link'

/** The target of a notification, and how to open it. */
export interface NoticeLink {
  /**
   * `route`: within this application, without a page load. `load`: the other application. `outside`: a new tab with
   * `noopener`.
   */
  way: 'route' | 'load' | 'outside'
  href: string
}

/**
 * Returns the target of an `action_url` for one of the applications (rules/courses#links); null if there is none or it
 * may not be followed. The database accepts only http(s) and paths with one leading slash, and the link is checked
 * again before it becomes clickable.
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
