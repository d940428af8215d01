import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import {
  REPLY_LENGTH,
  REPLY_TITLE_LENGTH,
  type SavedReply,
} from '@rookies/data/assignments/review-replies'
import { Button, Flex, Form, Input, List } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { useActForm } from '../../kit/saved-form'
import cells from '../../ui/cells.module.css'
import { MarkdownField } from '../../ui/markdown-field'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'
import { Written } from '../../ui/written'

interface RepliesDialogProps {
  onClose: () => void
}

/** Lists the reviewer's own saved replies, which can be added, changed and deleted here. */
export function RepliesDialog({ onClose }: RepliesDialogProps) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)
  const replies = useRead('saved_replies/own')
  const remove = useAct({
    act: ({ id }: SavedReply) => ({ name: 'saved_replies/delete', input: { id } }),
    done: REVIEW_MESSAGES.replyDeleted,
    failed: REVIEW_MESSAGES.replyDeleteFailed,
  })
  if (edited) {
    return <ReplyDialog reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  }
  return (
    <Modal
      size="form"
      title="Saved Replies"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="primary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => setEdited('new')}
          >
            New Reply
          </Button>
        </>
      }
    >
      {replies.isPending && <Waiting rows={3} />}
      {replies.isError && <ReadFailed title={REVIEW_MESSAGES.repliesFailed.text} read={replies} />}
      {replies.data && (
        <List
          size="small"
          rowKey="id"
          dataSource={replies.data}
          locale={{ emptyText: 'Texts that you write often, inserted with two keys.' }}
          renderItem={(reply) => (
            <List.Item>
              <Flex justify="space-between" gap="small" style={WHOLE}>
                <div style={TEXT}>
                  <strong>{reply.title}</strong>
                  <div className={cells.fact}>
                    <Written source={reply.body} />
                  </div>
                </div>
                <Flex>
                  <Button
                    type="text"
                    icon={<Pencil aria-hidden="true" />}
                    aria-label={`Edit ${reply.title}`}
                    title="Edit"
                    onClick={() => setEdited(reply)}
                  />
                  <Button
                    type="text"
                    icon={<Trash2 aria-hidden="true" />}
                    aria-label={`Delete ${reply.title}`}
                    title="Delete"
                    data-writes
                    onClick={() => remove.mutate(reply)}
                  />
                </Flex>
              </Flex>
            </List.Item>
          )}
        />
      )}
    </Modal>
  )
}

const WHOLE = { width: '100%' } as const
const TEXT = { minWidth: 0, overflowWrap: 'anywhere' } as const

interface Values {
  title: string
  body: string
}

interface ReplyDialogProps {
  /** Null for a new reply. */
  reply: SavedReply | null
  onClose: () => void
}

function ReplyDialog({ reply, onClose }: ReplyDialogProps) {
  const saved = useActForm({
    draftOf: `saved_replies:${reply?.id ?? 'new'}`,
    act: ({ title, body }: Values) => ({
      name: 'saved_replies/save',
      input: { id: reply?.id ?? null, title, body },
    }),
    done: REVIEW_MESSAGES.replySaved,
    failed: REVIEW_MESSAGES.replySaveFailed,
    leave: onClose,
  })
  return (
    <FormDialog
      title={reply ? 'Edit Reply' : 'New Reply'}
      saved={saved}
      initial={{ title: reply?.title ?? '', body: reply?.body ?? '' }}
      submit="Save Reply"
      submitting="Saving..."
      one="reply"
      onClose={onClose}
    >
      <Form.Item name="title" label="Title" rules={[required('Title is required')]}>
        <Input maxLength={REPLY_TITLE_LENGTH} />
      </Form.Item>
      <Form.Item
        name="body"
        label="Text"
        rules={[required('Text is required')]}
        extra="Markdown works here."
      >
        <MarkdownField autoSize={{ minRows: 4, maxRows: 12 }} maxLength={REPLY_LENGTH} />
      </Form.Item>
    </FormDialog>
  )
}

const required = (message: string) => ({ required: true, whitespace: true, message })
