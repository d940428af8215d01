import { make, moveChildren, wrap } from './dom'
import { GONE, type TextFile } from './text-file'

const PREFIX = 'lesson-files/'
const PIXELS = /^\d{1,4}$/

export interface FilesOfText {
  files: readonly TextFile[]
  /** What stands beside a link: a file's kind and size. */
  facts: (file: TextFile) => string
  /** Pictures can be enlarged. */
  enlarges: boolean
}

/** Holds the picture's place free before it comes: by its own size, or in its shape by the one that the author gave. */
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

/** An icon has nothing more to show. */
const LARGE_PX = 100
const isIcon = ({ width, height }: TextFile) => Math.max(width ?? LARGE_PX, height ?? 0) < LARGE_PX

/** A press anywhere on the picture shows it larger; not where a press means something else already. */
function makeEnlargeable(image: HTMLImageElement): void {
  if (image.closest('a, summary, label, h1, h2, h3, h4, h5, h6') !== null) return
  const button = make('button', 'md-enlarge')
  button.type = 'button'
  button.setAttribute('aria-label', image.alt ? `Enlarge picture: ${image.alt}` : 'Enlarge picture')
  wrap(image, button)
}

function gone(element: Element, words: string): void {
  const place = make('span', 'md-lost-file')
  if (element.id !== '') place.id = element.id
  place.append(words)
  moveChildren(element, place)
  if (place.hasChildNodes()) place.append(' ')
  place.append(make('span', 'md-file-note', GONE))
  element.replaceWith(place)
}

/**
 * Settles what names a file of the lesson. It gets no address here: nothing that the text says is ever asked for as it
 * stands; `showFiles` puts in signed ones. What the lesson does not hold becomes a sentence.
 */
export function settleFiles(root: ParentNode, { files, facts, enlarges }: FilesOfText): void {
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
    // The blank is not to be underlined with the words.
    link.append(make('span', 'md-file-facts', ` ${facts(file)}`))
    link.classList.add('md-file')
    link.dataset.file = file.path
    link.setAttribute('download', file.name)
    // Without an address it would be no link for the keyboard.
    link.setAttribute('role', 'link')
    link.tabIndex = 0
  }
}
