import { decodeFragment } from './link-target'
import { contentId } from './pass-names'

/**
 * Returns the element of a rendered text that a fragment names, with or without the prefix of ids, or null.
 * `fragment` begins with `#`.
 */
export function placeInText(content: HTMLElement, fragment: string): HTMLElement | null {
  const name = decodeFragment(fragment.slice(1))
  const place = name === '' ? null : document.getElementById(contentId(name))
  return place !== null && content.contains(place) ? place : null
}

/** Opens the folds around an element. */
export function unfold(place: Element): void {
  for (
    let fold = place.closest<HTMLDetailsElement>('details:not([open])');
    fold !== null;
    fold = fold.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null
  ) {
    fold.open = true
  }
}

/** Focuses an element that is normally not focusable, so that keyboard and screen readers continue from there. */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Scrolls to an element, below the bars at the window's edge, and focuses it. */
export function goToPlace(place: HTMLElement): void {
  unfold(place)
  place.scrollIntoView()
  focusPlace(place)
}
