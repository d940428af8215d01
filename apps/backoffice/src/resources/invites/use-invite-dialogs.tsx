import { Button } from 'antd'
import { ListPlus, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { lazyDialog } from '../../kit/lazy-dialog'
import { inviteListOf, NEW_INVITE_PARAM } from '../../people/invite-address'

/** Fetched when they are first wanted: the list itself shows no field. */
const CreateInvite = lazyDialog(
  () => import('./create-invite'),
  (module) => module.CreateInvite,
  { title: 'Create Invite', size: 'form' },
)
const ManyInvites = lazyDialog(
  () => import('./many-invites'),
  (module) => module.ManyInvites,
  { title: 'Invite Many', size: 'editor' },
)

/**
 * The two ways to invite: their buttons, and where the dialogs stand. Which one is open is in the
 * address, so that a link, or a command from another screen, leads to it.
 */
export function useInviteDialogs() {
  const mayInvite = useMay('invites', 'create')
  const { params, change } = useAddressState()
  const { state }: { state: unknown } = useLocation()
  const asked = mayInvite ? params.get(NEW_INVITE_PARAM) : null
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
      <CreateInvite open={asked === 'invite'} onClose={close} />
      {asked === 'many' && <ManyInvites brought={inviteListOf(state)} onClose={close} />}
    </>
  )
  return { button, items, dialogs }
}
