import { Part } from '../../shared/beside'
import { LazyPart } from '../../shared/lazy-part'
import type { CoursePanesProps } from './panes'

const panes = new LazyPart<CoursePanesProps>(() => import('./panes'))

/** A pane in place of a lesson. Most people never see one, so its code comes when it is shown. */
export function CoursePane(props: CoursePanesProps) {
  return <Part part={panes} props={props} />
}
