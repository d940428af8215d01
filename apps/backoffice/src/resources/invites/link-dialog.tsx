import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { Alert, Button, Input, Typography } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Modal } from '../../ui/modal'
import { Subject } from '../../ui/subject'
import { linkOf, useCopyLink } from './use-invite-link'

/** A link that the person has to pass on, and the reason. */
export interface LinkToPassOn {
  title: string
  email: string
  token: string
  /** The reason: the project sends no mail, or the clipboard was not available. */
  reason: string
}

interface LinkDialogProps {
  link: LinkToPassOn | null
  onClose: () => void
}

/** Shows the link of an invite that could be neither mailed nor copied. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const copy = useCopyLink()
  const [refused, setRefused] = useState(false)
  return (
    <Modal
      open={link !== null}
      size="form"
      title={link?.title ?? ''}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="primary"
            icon={<Copy aria-hidden="true" />}
            onClick={async () => setRefused(link !== null && !(await copy(link.token)))}
          >
            Copy Link
          </Button>
        </>
      }
    >
      {link && (
        <>
          <Subject name={link.email} />
          <Typography.Paragraph>{link.reason}</Typography.Paragraph>
          <Input
            aria-label="Invite link"
            readOnly
            value={linkOf(link.token)}
            onFocus={({ target }) => target.select()}
          />
          {refused && <Alert type="error" message={INVITE_MESSAGES.copyFailed.text} />}
        </>
      )}
    </Modal>
  )
}
