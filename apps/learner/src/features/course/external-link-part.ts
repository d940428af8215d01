import { LazyPart } from '../../shared/lazy-part'
import type { ExternalLinkCardProps } from './external-link-card'

/** A lesson on another site. */
export const externalLinkCard = new LazyPart<ExternalLinkCardProps>(
  () => import('./external-link-card'),
)
