import { LazyPart } from '../../shared/lazy-part'

/** A lesson's Markdown. The parser and the sanitiser come when there is a text to show, and no sooner. */
export const markdown = new LazyPart(() => import('@rookies/ui/markdown/markdown-view'))
