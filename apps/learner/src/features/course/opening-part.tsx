import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { LazyPart } from '../../shared/lazy-part'
import { Part } from '../../shared/optional-section'
import type { OpeningProps } from './openings'

const opening = new LazyPart<OpeningProps>(() => import('./openings'))

/** Shows when lessons open or are due. Only people in a cohort load its code. If that fails, nothing is shown. */
export function Opening(props: OpeningProps) {
  return (
    <Boundary onFault={(thrown) => log('error', 'opening', String(thrown), thrown)}>
      <Part part={opening} props={props} />
    </Boundary>
  )
}
