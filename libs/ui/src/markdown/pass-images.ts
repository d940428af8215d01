import { make } from './dom'
import { linkTarget } from './link-target'

const SIZE = /^\d{1,4}%?$/

/**
 * Makes images load lazily, decode asynchronously and send no referrer. An image whose address cannot be loaded
 * (relative, `data:`, another scheme) is replaced by its alternative text. An image that the page's policy blocks
 * (`http:`, except from the page's own `origin`) is replaced by a link to it. `prepareFiles` has handled the lesson's
 * own files before.
 */
export function prepareImages(root: ParentNode, origin: string): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('img:not([data-file])')) {
    const target = linkTarget(image.getAttribute('src') ?? '', '')
    if (target.kind !== 'web') {
      const text = image.alt.trim()
      if (text === '') image.remove()
      else image.replaceWith(make('span', 'md-missing-image', text))
      continue
    }
    const { href } = target
    if (href.startsWith('http:') && new URL(href).origin !== origin) {
      const link = make('a', '', image.alt.trim() || href)
      link.href = href
      image.replaceWith(image.closest('a') ? link.text : link)
      continue
    }
    for (const side of ['width', 'height']) {
      if (!SIZE.test(image.getAttribute(side) ?? '')) image.removeAttribute(side)
    }
    // These attributes are set before the address, because a browser starts to load as soon as it has one.
    image.removeAttribute('src')
    image.setAttribute('alt', image.alt.trim())
    image.setAttribute('loading', 'lazy')
    image.setAttribute('decoding', 'async')
    image.setAttribute('referrerpolicy', 'no-referrer')
    image.setAttribute('src', href)
  }
}
