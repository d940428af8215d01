import { downloadAddress } from '@rookies/data/device/download-address'
import {
  type EnlargedPicture,
  FILE_GONE,
  FILE_NEEDS_CONNECTION,
  type FileAddresses,
  type ReadAddresses,
} from './text-file'

/** Milliseconds after which an address is renewed, a little before it expires. */
const RENEW_AFTER_MS = 55 * 60_000
/** Milliseconds between two requests for missing files. */
const RETRY_AFTER_MS = 20_000

class ShownFiles {
  readonly #pictures: HTMLImageElement[]
  readonly #links: HTMLAnchorElement[]
  readonly #loaded = new WeakSet<Element>()
  readonly #failures = new WeakMap<Element, number>()
  readonly #gone = new AbortController()
  #putAt = 0
  #missing = false
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly root: HTMLElement,
    private readonly read: ReadAddresses,
    private readonly enlarge: ((picture: EnlargedPicture) => void) | undefined,
  ) {
    this.#pictures = [...root.querySelectorAll<HTMLImageElement>('img[data-file]')]
    this.#links = [...root.querySelectorAll<HTMLAnchorElement>('a[data-file]')]
  }

  start(): () => void {
    if (this.#pictures.length + this.#links.length === 0) return () => undefined
    const { signal } = this.#gone
    const { root } = this
    root.addEventListener('click', (event) => this.#onClick(event), { signal })
    root.addEventListener('keydown', (event) => this.#onKey(event), { signal })
    // These two events do not bubble.
    root.addEventListener('load', ({ target }) => this.#onLoad(target), { signal, capture: true })
    root.addEventListener('error', ({ target }) => void this.#onError(target), {
      signal,
      capture: true,
    })
    addEventListener('online', () => void this.#refresh(), { signal })
    document.addEventListener('visibilitychange', () => void this.#refresh(), { signal })
    const renewal = setInterval(() => void this.#refresh(), RENEW_AFTER_MS + 1000)
    // The files are requested after the text is painted.
    let first: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      first = setTimeout(() => void this.#ask())
    })
    return () => {
      this.#gone.abort()
      cancelAnimationFrame(frame)
      clearTimeout(first)
      clearTimeout(this.#again)
      clearInterval(renewal)
    }
  }

  async #ask(failed?: string): Promise<FileAddresses> {
    const answer = await this.read(failed)
    if (!this.#gone.signal.aborted) this.#put(answer)
    return answer
  }

  /** Requests the addresses again, unless the page is hidden. */
  async #refresh(): Promise<void> {
    const isDue = this.#missing || Date.now() - this.#putAt > RENEW_AFTER_MS
    if (isDue && document.visibilityState !== 'hidden') await this.#ask()
  }

  #put({ found, away }: FileAddresses): void {
    this.#missing = false
    if (!away) this.#putAt = Date.now()
    for (const picture of this.#pictures) {
      if (this.#loaded.has(picture)) continue
      const address = found.get(picture.dataset.file ?? '')
      if (address === undefined) this.#lacks(picture, away)
      else if (picture.getAttribute('src') === address) {
        if (this.#failures.get(picture)) this.#lacks(picture, away)
      } else {
        note(picture, null)
        picture.src = address
      }
    }
    for (const link of this.#links) {
      const address = found.get(link.dataset.file ?? '')
      if (address === undefined) {
        link.removeAttribute('href')
        this.#lacks(link, away)
      } else {
        note(link, null)
        link.href = downloadAddress(address, link.download)
      }
    }
    clearTimeout(this.#again)
    if (this.#missing && away) this.#again = setTimeout(() => void this.#refresh(), RETRY_AFTER_MS)
  }

  #lacks(element: HTMLElement, away: boolean): void {
    this.#missing ||= away
    note(element, away ? FILE_NEEDS_CONNECTION : FILE_GONE)
  }

  #onLoad(target: EventTarget | null): void {
    if (!(target instanceof HTMLImageElement)) return
    this.#loaded.add(target)
    this.#failures.delete(target)
  }

  /** Handles a picture that failed to load. Its address has probably expired, so a new one is requested once. */
  async #onError(target: EventTarget | null): Promise<void> {
    if (!(target instanceof HTMLImageElement) || !this.#pictures.includes(target)) return
    const failures = (this.#failures.get(target) ?? 0) + 1
    this.#failures.set(target, failures)
    if (failures > 1) this.#lacks(target, false)
    else await this.#ask(target.getAttribute('src') ?? undefined)
  }

  #onClick(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target : null
    const picture = pressed?.closest('button')?.querySelector<HTMLImageElement>('img[data-file]')
    if (picture) this.#enlarge(picture)
    const link = pressed?.closest<HTMLAnchorElement>('a[data-file]')
    if (link) this.#follow(link, event)
  }

  #enlarge(picture: HTMLImageElement): void {
    const address = picture.getAttribute('src')
    if (address === null) return
    this.enlarge?.({ path: picture.dataset.file ?? '', address, alt: picture.alt })
  }

  /** Handles a press on a link: without a valid address, one is requested before the browser follows the link. */
  #follow(link: HTMLAnchorElement, event: MouseEvent): void {
    const isFresh = Date.now() - this.#putAt < RENEW_AFTER_MS || link.href.startsWith('blob:')
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (link.hasAttribute('href') && (isFresh || elsewhere)) return
    event.preventDefault()
    void this.#ask().then(({ found, away }) => {
      const isThere = found.has(link.dataset.file ?? '')
      if (isThere && (!away || link.href.startsWith('blob:'))) link.click()
    })
  }

  #onKey(event: KeyboardEvent): void {
    const link = event.target
    if (event.key !== 'Enter' || !(link instanceof HTMLAnchorElement)) return
    // A browser does not press a link without an address on Enter, so that happens here. `#follow` then requests the
    // address.
    if (link.dataset.file !== undefined && !link.hasAttribute('href')) link.click()
  }
}

/** Shows in a file's place why it is missing; null removes the sentence. A picture is hidden meanwhile. */
function note(element: HTMLElement, sentence: string | null): void {
  const isPicture = element instanceof HTMLImageElement
  const place = (isPicture && element.closest<HTMLElement>('.md-enlarge')) || element
  const next = place.nextElementSibling
  const said = next?.classList.contains('md-file-note') ? next : null
  if (isPicture) place.hidden = sentence !== null
  if (sentence === null) {
    said?.remove()
    return
  }
  const text = isPicture && element.alt !== '' ? `${element.alt} · ${sentence}` : sentence
  if (said?.textContent === text) return
  const note = said ?? document.createElement('span')
  note.className = isPicture ? 'md-file-note md-missing-image' : 'md-file-note'
  note.textContent = text
  place.after(note)
}

/**
 * Sets the addresses of the files under `root` (rules/files#fetch). Each `img[data-file]` and `a[data-file]` gets its
 * address by one call for all, after the text is painted and when the addresses have expired. A missing file is
 * replaced by a sentence. A press of the button around a picture calls `enlarge`. Returns a function that stops all of
 * this.
 */
export function showFiles(
  root: HTMLElement,
  read: ReadAddresses,
  enlarge?: (picture: EnlargedPicture) => void,
): () => void {
  return new ShownFiles(root, read, enlarge).start()
}
