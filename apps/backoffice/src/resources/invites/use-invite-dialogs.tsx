import { Button } from 'antd'
import { ListPlus, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { inviteListOf, NEW_INVITE_PARAM } from '../../people/invite-address'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'

/** Fetched when they are first wanted: the list itself shows no field. */
const CreateInvite = lazyComponent(
  () => import('./create-invite'),
  (module) => module.CreateInvite,
)
const ManyInvites = lazyComponent(
  () => import('./many-invites'),
  (module) => module.ManyInvites,
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
  const one = asked === 'invite'
  const [wanted, setWanted] = useState(one)
  if (one && !wanted) setWanted(true)
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
      {wanted && (
        <LazyDialog open={one} title="Create Invite" size="form" onClose={close}>
          <CreateInvite open={one} onClose={close} />
        </LazyDialog>
      )}
      {asked === 'many' && (
        <LazyDialog open title="Invite Many" size="editor" onClose={close}>
          <ManyInvites brought={inviteListOf(state)} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
  return { button, items, dialogs }
}
