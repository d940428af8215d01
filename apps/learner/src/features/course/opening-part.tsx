import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { LazyPart } from '../../shared/lazy-part'
import { Part } from '../../shared/optional-section'
import type { OpeningProps } from './openings'

const opening = new LazyPart<OpeningProps>(() => import('./openings'))

/**
 * What only people in a cohort see of its schedule. Its code loads when a lesson is shut, and the page stays if it does
 * not load.
 */
export function Opening(props: OpeningProps) {
  return (
    <Boundary onFault={(thrown) => log('error', 'opening', String(thrown), thrown)}>
      <Part part={opening} props={props} />
    </Boundary>
  )
}
