import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { UserSearch } from 'lucide-react'

/** Nobody that the filters find. */
export function NoMembers() {
  return (
    <EmptyState icon={<UserSearch />} title="No members found">
      <p>Try fewer words, or other filters. People are found by name and email.</p>
    </EmptyState>
  )
}
