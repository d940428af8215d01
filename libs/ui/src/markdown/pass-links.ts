import { make, moveChildren, unwrap } from './dom'
import { linkTarget } from './link-target'
import { contentId } from './pass-names'

/** The id that an in-page link means: as written, or in lower case as generated ids are. */
function resolveFragment(name: string, ids: Set<string>): string | undefined {
  return [contentId(name), contentId(name.toLowerCase())].find((id) => ids.has(id))
}

/** A link without a way to go stays as its text; if it was itself a place to go to, so does its id. */
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
 * Settles every link: in-page ones lead to the prefixed id, those to a course or lesson stay in the tab,
 * web addresses off this origin open in a new one and say so, mail addresses stay. All others (relative, dead in-page, other schemes) become
 * text. `ids` are those in the fragment; `origin` is the page's.
 */
export function settleLinks(root: ParentNode, ids: Set<string>, origin: string): void {
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
    // On paper an address is written behind its link, but not behind itself.
    if (isAddress(link.textContent ?? '', target.href)) link.classList.add('md-bare-link')
    if (!target.external) continue
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
    link.append(make('span', 'md-visually-hidden', ' (opens in a new tab)'))
  }
}
