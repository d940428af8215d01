import type { ComponentProps } from 'react'
import type { ChangedFields } from './changed-fields'
import { lazyComponent } from './lazy-component'
import { LazyPart } from './lazy-part'

const Fields = lazyComponent(
  () => import('./changed-fields'),
  (module) => module.ChangedFields,
)

/** Loads ChangedFields and its text comparison when a change is first shown. */
export function ChangesLater(props: ComponentProps<typeof ChangedFields>) {
  return (
    <LazyPart rows={2}>
      <Fields {...props} />
    </LazyPart>
  )
}
