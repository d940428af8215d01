import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ScrollText, Users } from 'lucide-react'

/** Nothing was done, nothing that the filter finds, or too many by whom it may have been done. */
export function NoRecords({ manyPeople, filtered }: { manyPeople: boolean; filtered: boolean }) {
  if (manyPeople) {
    return (
      <EmptyState icon={<Users />} title="Many people are meant by this">
        <p>Type more of the name or the email, or the first eight characters of the ID.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<ScrollText />} title="No records found">
      <p>
        {filtered
          ? 'Try adjusting your filters. People are found by ID, name and email.'
          : 'What people do is recorded here from now on.'}
      </p>
    </EmptyState>
  )
}
