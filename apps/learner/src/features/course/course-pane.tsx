import { LazyPart, usePart } from '../../shared/lazy-part'
import type { CoursePanesProps } from './panes'

const panes = new LazyPart<CoursePanesProps>(() => import('./panes'))

/** A pane in place of a lesson. Most people never see one, so its code comes when it is shown. */
export function CoursePane(props: CoursePanesProps) {
  const Panes = usePart(panes)
  return Panes && <Panes {...props} />
}
