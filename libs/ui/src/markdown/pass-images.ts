import { make } from './dom'
import { linkTarget } from './link-target'

const SIZE = /^\d{1,4}%?$/

/**
 * Images load late, decode aside and send no referrer. One whose address leads nowhere (relative,
 * `data:`, another scheme) is replaced by its alternative text. Those of the lesson's own files are settled already.
 */
export function settleImages(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('img:not([data-file])')) {
    const target = linkTarget(image.getAttribute('src') ?? '', '')
    if (target.kind !== 'web') {
      const text = image.alt.trim()
      if (text === '') image.remove()
      else image.replaceWith(make('span', 'md-missing-image', text))
      continue
    }
    for (const side of ['width', 'height']) {
      if (!SIZE.test(image.getAttribute(side) ?? '')) image.removeAttribute(side)
    }
    // Set before the address: a browser starts to load as soon as it has one.
    image.removeAttribute('src')
    image.setAttribute('alt', image.alt.trim())
    image.setAttribute('loading', 'lazy')
    image.setAttribute('decoding', 'async')
    image.setAttribute('referrerpolicy', 'no-referrer')
    image.setAttribute('src', target.href)
  }
}
