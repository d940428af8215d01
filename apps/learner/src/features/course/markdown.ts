import { LazyPart } from '../../shared/lazy-part'

/**
 * A lesson's text. The parser, the sanitiser and what helps with reading come when there is a text to show, and no
 * sooner.
 */
export const markdown = new LazyPart(() => import('./reading/lesson-reading'))
