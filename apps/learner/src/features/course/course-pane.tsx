import { LazyPart } from '../../shared/lazy-part'
import { Part } from '../../shared/optional-section'
import type { CoursePanesProps } from './panes'

const panes = new LazyPart<CoursePanesProps>(() => import('./panes'))

/** A message that is shown instead of a lesson. It is rare, so its code loads only when it is needed. */
export function CoursePane(props: CoursePanesProps) {
  return <Part part={panes} props={props} />
}
