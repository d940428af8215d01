import { REPLY_TITLE_LENGTH } from '@rookies/data/assignments/review-replies'
import { MessagesSquare, Pencil } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { MenuButton } from '../../ui/menu-button'

interface RepliesMenuProps {
  onInsert: (body: string) => void
  onManage: () => void
}

/** A menu of saved replies, with an item that opens the dialog in which they are managed. */
export function RepliesMenu({ onInsert, onManage }: RepliesMenuProps) {
  const replies = useRead('saved_replies/own')
  const known = replies.data ?? []
  return (
    <MenuButton
      outlined
      label="Saved replies"
      title="Saved replies (S)"
      icon={<MessagesSquare aria-hidden="true" />}
      items={[
        ...known.map(({ id, title, body }) => ({
          key: id,
          label: title.slice(0, REPLY_TITLE_LENGTH),
          onClick: () => onInsert(body),
        })),
        ...(known.length > 0 ? [{ type: 'divider' as const }] : []),
        {
          key: 'manage',
          icon: <Pencil aria-hidden="true" />,
          label: known.length > 0 ? 'Manage Replies…' : 'Write a Reply…',
          onClick: onManage,
        },
      ]}
    >
      Replies
    </MenuButton>
  )
}
