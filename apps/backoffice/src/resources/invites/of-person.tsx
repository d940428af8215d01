import { Mail } from 'lucide-react'
import { useMemo } from 'react'
import { useRead } from '../../app/use-read'
import { PersonList } from '../../people/person-list'
import { useNow } from '../../ui/use-now'
import { inviteFactColumns } from './columns'

/** The invites of a person, on their page. */
export function PersonInvites({ id }: { id: string }) {
  const read = useRead('profiles/invites', { input: { id } })
  const now = useNow()
  const columns = useMemo(() => inviteFactColumns({ withInviter: true, now }), [now])
  return (
    <PersonList
      label="Invites"
      read={read}
      columns={columns}
      empty="No invites to this email"
      icon={<Mail />}
    />
  )
}
