import { ClipboardCheck } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { PersonList } from '../../people/person-list'
import { personColumns } from './columns'
import { useReviewUrls } from './review-address'

/** Lists, on a person's page, the work of that person that the reader may review (rules/assignments#queue). */
export function PersonWork({ id }: { id: string }) {
  const { reviewOf } = useReviewUrls()
  const read = useRead('profiles/work', { input: { id } })
  return (
    <section aria-labelledby="person-work" style={SPACED}>
      <h2 id="person-work">Work</h2>
      <PersonList
        label="Work handed in"
        read={read}
        columns={personColumns(reviewOf)}
        empty="No work handed in"
        icon={<ClipboardCheck />}
      />
    </section>
  )
}

const SPACED = { marginTop: 'var(--space-6)' } as const
