import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { Button, Form, Input, Space } from 'antd'
import { useId } from 'react'
import { useMay } from '../../app/may'
import { FormFailure, FormFields } from '../../kit/form-fields'
import { usePastedList } from '../../people/use-pasted-list'
import { AlreadyMember } from './already-member'
import styles from './invites.module.css'
import { LinkDialog } from './link-dialog'
import { EMPTY_INVITE, useInviting } from './use-inviting'

const nothing = () => {}

interface InviteInputProps {
  /** The address of the dialog for many invites. */
  inviteMany: string
}

/** Invites one person from the members' screen, as a member without courses (rules/access#role-table). */
export function InviteInput({ inviteMany }: InviteInputProps) {
  const id = useId()
  const onPaste = usePastedList(inviteMany)
  const mayInvite = useMay('invites', 'create')
  const { saved, clear, link, closeLink, already, leave, inviteAnyway } = useInviting({
    draftOf: 'invites:quick',
    title: INVITE_MESSAGES.made.text,
    copies: true,
    onInvited: nothing,
  })
  if (!mayInvite) return null
  return (
    <>
      <FormFields
        saved={saved}
        id={id}
        initial={EMPTY_INVITE}
        className={styles.quick ?? ''}
        noValidate={false}
        onSubmit={({ email }) => {
          if (email.trim() !== '') saved.save({ ...EMPTY_INVITE, email })
        }}
      >
        <Space.Compact block>
          <Form.Item name="email" noStyle>
            <Input
              type="email"
              aria-label="Invite email"
              placeholder="Invite email..."
              autoComplete="off"
              maxLength={320}
              onPaste={onPaste}
            />
          </Form.Item>
          <Button htmlType="submit" type="primary" loading={saved.saving}>
            Invite
          </Button>
        </Space.Compact>
      </FormFields>
      <FormFailure saved={saved} />
      <LinkDialog link={link} onClose={closeLink} />
      <AlreadyMember
        already={already}
        onLeave={leave}
        onInviteAnyway={inviteAnyway}
        onManage={clear}
      />
    </>
  )
}
