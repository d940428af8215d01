import { usePart } from '../shared/lazy-part'
import type { Screen } from './screens'

/** A screen, as soon as its code is there. */
export function ScreenPage({ part }: { part: Screen['page'] }) {
  const Page = usePart(part)
  return Page && <Page />
}
