import { Button } from 'antd'
import { ListPlus, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useMay } from '../../app/may'
import { panelOf } from '../../app/panel-resource'
import { useAddressState } from '../../app/use-address-state'
import { lazyDialog } from '../../kit/lazy-dialog'
import { INVITE_MANY, inviteListOf, NEW_INVITE_PARAM } from '../../people/invite-address'

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
  const mayInvite = useMay('invites', 'create')
  const { params, change } = useAddressState()
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const inviteMany = INVITE_MANY[panelOf(pathname)]
  const openDialog = mayInvite ? params.get(NEW_INVITE_PARAM) : null
  const close = useCallback(() => change({ [NEW_INVITE_PARAM]: null }, { replace: true }), [change])

  const button = mayInvite && (
    <Button
      type="primary"
      icon={<Plus aria-hidden="true" />}
      onClick={() => change({ [NEW_INVITE_PARAM]: 'invite' })}
    >
      Create Invite
    </Button>
  )
  const items = mayInvite
    ? [
        {
          key: 'many',
          icon: <ListPlus aria-hidden="true" />,
          label: 'Invite Many',
          onClick: () => change({ [NEW_INVITE_PARAM]: 'many' }),
        },
      ]
    : []
  const dialogs = (
    <>
      <CreateInvite open={openDialog === 'invite'} inviteMany={inviteMany} onClose={close} />
      {openDialog === 'many' && <ManyInvites initialList={inviteListOf(state)} onClose={close} />}
    </>
  )
  return { button, items, dialogs }
}
