import { decodeFragment } from './link-target'
import { contentId } from './pass-names'

/**
 * In: a rendered text, and an address's part from `#` on. Out: the place in the text that it names, with or without
 * the prefix of ids; null without one.
 */
export function placeInText(content: HTMLElement, fragment: string): HTMLElement | null {
  const name = decodeFragment(fragment.slice(1))
  const place = name === '' ? null : document.getElementById(contentId(name))
  return place !== null && content.contains(place) ? place : null
}

/** Opens whatever folds a place away. */
export function unfold(place: Element): void {
  for (
    let fold = place.closest<HTMLDetailsElement>('details:not([open])');
    fold !== null;
    fold = fold.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null
  ) {
    fold.open = true
  }
}

/** Lets reading, by eye, keyboard and screen reader, go on at a place that is no control. */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Brings a place into view, below the bars at the window's edge, and lets reading go on there. */
export function goToPlace(place: HTMLElement): void {
  unfold(place)
  place.scrollIntoView()
  focusPlace(place)
}
