import type { ComponentProps } from 'react'
import type { ChangedFields } from './changed-fields'
import { lazyComponent } from './lazy-component'
import { LazyPart } from './lazy-part'

const Fields = lazyComponent(
  () => import('./changed-fields'),
  (module) => module.ChangedFields,
)

/** ChangedFields, whose comparing of texts is fetched with the first that is looked at. */
export function ChangesLater(props: ComponentProps<typeof ChangedFields>) {
  return (
    <LazyPart rows={2}>
      <Fields {...props} />
    </LazyPart>
  )
}
