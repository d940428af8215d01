import { type ComponentProps, lazy, Suspense } from 'react'
import type { ChangedFields } from './changed-fields'
import { Waiting } from './waiting'

const Fields = lazy(async () => ({ default: (await import('./changed-fields')).ChangedFields }))

/** ChangedFields, whose comparing of texts is fetched with the first that is looked at. */
export function ChangesLater(props: ComponentProps<typeof ChangedFields>) {
  return (
    <Suspense fallback={<Waiting rows={2} />}>
      <Fields {...props} />
    </Suspense>
  )
}
