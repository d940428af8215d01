import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button } from 'antd'
import { UserSearch } from 'lucide-react'

/** No match, or without a filter no members. */
export function NoLearners({ quiet, onClear }: { quiet: boolean; onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={<UserSearch />}
      title={quiet ? 'Nobody has gone quiet' : 'No members found'}
      actions={onClear && <Button onClick={onClear}>Clear filters</Button>}
    >
      <p>
        {quiet
          ? 'Everybody here with an unfinished course has been at it, or has nothing open to go on with.'
          : 'Try fewer words, or another course. People are found by name and email.'}
      </p>
    </EmptyState>
  )
}
