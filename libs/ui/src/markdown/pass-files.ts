import { make, moveChildren, wrap } from './dom'
import { FILE_GONE, type TextFile } from './text-file'

const PREFIX = 'lesson-files/'
const PIXELS = /^\d{1,4}$/

export interface FilesOfText {
  files: readonly TextFile[]
  /** Returns the kind and size of a file, shown beside its link. */
  facts: (file: TextFile) => string
  /** True if pictures can be enlarged. */
  enlarges: boolean
}

/** Reserves room until the picture loads, by its size or, if the author gave one, by its aspect ratio. */
function reserve(image: HTMLImageElement, { width, height }: TextFile): void {
  if (width === null || height === null) return
  const [wide, high] = ['width', 'height'].map((side) => image.getAttribute(side) ?? '')
  if (wide && high) return
  if (!wide && !high) {
    image.setAttribute('width', String(width))
    image.setAttribute('height', String(height))
  } else if (wide && PIXELS.test(wide)) {
    image.setAttribute('height', String(Math.round((Number(wide) * height) / width)))
  } else if (high && PIXELS.test(high)) {
    image.setAttribute('width', String(Math.round((Number(high) * width) / height)))
  }
}

/** Pictures smaller than this are icons and are not enlarged. */
const LARGE_PX = 100
const isIcon = ({ width, height }: TextFile) => Math.max(width ?? LARGE_PX, height ?? 0) < LARGE_PX

/** A press on the picture enlarges it, unless a press has another meaning there. */
function makeEnlargeable(image: HTMLImageElement): void {
  if (image.closest('a, summary, label, h1, h2, h3, h4, h5, h6') !== null) return
  const button = make('button', 'md-enlarge')
  button.type = 'button'
  button.setAttribute('aria-label', image.alt ? `Enlarge picture: ${image.alt}` : 'Enlarge picture')
  wrap(image, button)
}

function gone(element: Element, sentence: string): void {
  const place = make('span', 'md-lost-file')
  if (element.id !== '') place.id = element.id
  place.append(sentence)
  moveChildren(element, place)
  if (place.hasChildNodes()) place.append(' ')
  place.append(make('span', 'md-file-note', FILE_GONE))
  element.replaceWith(place)
}

/**
 * Prepares the elements that name a file of the lesson. No address is set here, so that nothing is requested from an
 * address in the text; `showFiles` sets signed addresses. A file that the lesson does not have is replaced by a
 * sentence.
 */
export function prepareFiles(root: ParentNode, { files, facts, enlarges }: FilesOfText): void {
  const known = new Map(files.map((file) => [file.path, file]))
  const named = (link: string) => known.get(link.slice(PREFIX.length).replace(/[?#].*$/, ''))

  for (const image of root.querySelectorAll<HTMLImageElement>(`img[src^="${PREFIX}"]`)) {
    const file = named(image.getAttribute('src') ?? '')
    image.removeAttribute('src')
    if (!file) {
      gone(image, image.alt.trim())
      continue
    }
    image.dataset.file = file.path
    image.alt = image.alt.trim() || file.alt
    image.setAttribute('loading', 'lazy')
    image.setAttribute('decoding', 'async')
    image.setAttribute('referrerpolicy', 'no-referrer')
    reserve(image, file)
    if (enlarges && !isIcon(file)) makeEnlargeable(image)
  }

  for (const link of root.querySelectorAll<HTMLAnchorElement>(`a[href^="${PREFIX}"]`)) {
    const file = named(link.getAttribute('href') ?? '')
    link.removeAttribute('href')
    if (!file) {
      gone(link, '')
      continue
    }
    if (link.textContent?.trim() === '' && link.querySelector('img') === null)
      link.append(file.name)
    // The space stays outside the underlined link text.
    link.append(make('span', 'md-file-facts', ` ${facts(file)}`))
    link.classList.add('md-file')
    link.dataset.file = file.path
    link.setAttribute('download', file.name)
    // Without `href` an element is no link and cannot be focused.
    link.setAttribute('role', 'link')
    link.tabIndex = 0
  }
}
