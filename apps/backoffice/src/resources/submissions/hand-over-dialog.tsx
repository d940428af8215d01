import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { formatNumber } from '@rookies/data/wording'
import { Button, List } from 'antd'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'

interface HandOverDialogProps {
  work: ReviewedWork
  onHandedOver: () => void
  onClose: () => void
}

/** Hands work over to another reviewer. For a day, it is offered to them first (rules/assignments#hand-over). */
export function HandOverDialog({ work, onHandedOver, onClose }: HandOverDialogProps) {
  const reviewers = useRead('submissions/reviewers', { input: { id: work.id }, staleTime: 0 })
  const hand = useAct({
    act: (toId: string) => ({ name: 'submissions/hand_over', input: { id: work.id, toId } }),
    done: REVIEW_MESSAGES.handedOver,
    failed: REVIEW_MESSAGES.handOverFailed,
    leave: onHandedOver,
  })
  return (
    <Modal
      open
      size="form"
      title="Hand Over"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>The person is offered it first for a day. What you wrote stays with you.</p>
      {reviewers.isPending && <Waiting rows={3} />}
      {reviewers.isError && (
        <ReadFailed title={REVIEW_MESSAGES.reviewersFailed.text} read={reviewers} />
      )}
      {reviewers.data && (
        <List
          size="small"
          rowKey="id"
          dataSource={reviewers.data}
          locale={{ emptyText: 'Nobody else may review this work.' }}
          renderItem={({ id, name, claims }) => (
            <List.Item
              actions={[
                <Button
                  key="hand"
                  size="small"
                  data-writes
                  aria-label={`Hand over to ${name}`}
                  loading={hand.isPending && hand.subject === id}
                  disabled={hand.isPending}
                  onClick={() => hand.mutate(id)}
                >
                  Hand Over
                </Button>,
              ]}
            >
              <span>
                <strong>{name}</strong>{' '}
                <span className={cells.fact}>
                  {claims === 0 ? 'reviews nothing now' : `reviews ${formatNumber(claims)} now`}
                </span>
              </span>
            </List.Item>
          )}
        />
      )}
    </Modal>
  )
}
