import { Button } from 'antd'
import { ListPlus, Plus } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { panelOf } from '../../app/panel-resource'
import { lazyDialog } from '../../kit/lazy-dialog'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { INVITE_MANY, inviteListOf } from '../../people/invite-address'

/** The form loads when it is first opened, because the list itself needs no form. */
const CreateInvite = lazyDialog(
  () => import('./create'),
  (module) => module.CreateInvite,
  { title: 'Create Invite', size: 'form' },
)
const ManyInvites = lazyDialog(
  () => import('./many-invites'),
  (module) => module.ManyInvites,
  { title: 'Invite Many', size: 'editor' },
)

/**
 * Returns the two dialogs for inviting, and their buttons. The address stores which one is open, so that links and
 * commands can open it.
 */
export function useInviteDialogs() {
  const creating = useCreateDialog('invites', 'invite')
  const many = useCreateDialog('invites', 'many')
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const inviteMany = INVITE_MANY[panelOf(pathname)]

  const button = creating.mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={creating.open}>
      Create Invite
    </Button>
  )
  const items = many.mayCreate
    ? [
        {
          key: 'many',
          icon: <ListPlus aria-hidden="true" />,
          label: 'Invite Many',
          onClick: many.open,
        },
      ]
    : []
  const dialogs = (
    <>
      <CreateInvite open={creating.isOpen} inviteMany={inviteMany} onClose={creating.close} />
      {many.isOpen && <ManyInvites initialList={inviteListOf(state)} onClose={many.close} />}
    </>
  )
  return { button, items, dialogs }
}
