import type { ComponentProps } from 'react'
import type { ChangedFields } from './changed-fields'
import { late } from './late'
import { LatePart } from './late-part'

const Fields = late(
  () => import('./changed-fields'),
  (module) => module.ChangedFields,
)

/** ChangedFields, whose comparing of texts is fetched with the first that is looked at. */
export function ChangesLater(props: ComponentProps<typeof ChangedFields>) {
  return (
    <LatePart rows={2}>
      <Fields {...props} />
    </LatePart>
  )
}
