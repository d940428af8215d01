import { make, moveChildren, unwrap } from './dom'
import { linkTarget } from './link-target'
import { contentId } from './pass-names'

/** Returns the id to which an in-page link leads: the fragment as written or, like generated ids, in lower case. */
function resolveFragment(name: string, ids: Set<string>): string | undefined {
  return [contentId(name), contentId(name.toLowerCase())].find((id) => ids.has(id))
}

/** Replaces a link without a valid target by its text. If the link has an id, the text gets it. */
function toText(link: Element): void {
  if (link.id === '') {
    unwrap(link)
    return
  }
  const place = make('span', '')
  place.id = link.id
  moveChildren(link, place)
  link.replaceWith(place)
}

function nameOf(link: Element): string {
  return (link.textContent ?? '').trim() || (link.querySelector('img')?.alt ?? '')
}

function isAddress(text: string, href: string): boolean {
  const bare = (address: string) => address.trim().replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
  return bare(text) === bare(href)
}

/**
 * Prepares every link: in-page links get the prefixed id, links to a course or lesson stay in the tab, web addresses
 * of other origins open in another tab and say so, and emails stay. All others (relative, to a missing place, other
 * schemes) become text. `ids` are those in the fragment; `origin` is the page's.
 */
export function prepareLinks(root: ParentNode, ids: Set<string>, origin: string): void {
  for (const link of root.querySelectorAll('a:not(.md-heading-link, [data-file])')) {
    const target = linkTarget(link.getAttribute('href') ?? '', origin)
    const id = target.kind === 'fragment' ? resolveFragment(target.id, ids) : undefined
    if (target.kind === 'none' || (target.kind === 'fragment' && id === undefined)) {
      toText(link)
      continue
    }
    link.setAttribute('href', target.kind === 'fragment' ? `#${id}` : target.href)
    if (target.kind !== 'web') continue
    if (nameOf(link) === '') {
      const image = link.querySelector('img')
      if (image === null) {
        link.remove()
        continue
      }
      image.alt = new URL(target.href).hostname
    }
    // In print the address follows a link, unless the link's text is the address.
    if (isAddress(link.textContent ?? '', target.href)) link.classList.add('md-bare-link')
    if (!target.external) continue
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
    link.append(make('span', 'md-visually-hidden', ' (opens in a new tab)'))
  }
}
