import { LazyPart } from '../../shared/lazy-part'

/** The text of a lesson. Parser, sanitiser and reading aids load only when there is a text. */
export const markdown = new LazyPart(() => import('./reading/lesson-reading'))
