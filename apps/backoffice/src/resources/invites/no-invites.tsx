import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Mail, MailSearch } from 'lucide-react'

/** Nothing there; `filtered` when a search or a status left some out. */
export function NoInvites({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState icon={<MailSearch />} title="No invites found">
      <p>Try another part of the address, or another status.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={<Mail />} title="No invites yet">
      <p>An invite brings a person in by e-mail, with their courses waiting for them.</p>
    </EmptyState>
  )
}
