import { noticeReason, type PurchaseNotice } from '@rookies/data/purchases/notices'
import { PURCHASE_MESSAGES } from '@rookies/data/purchases/purchase-list'
import { momentText } from '@rookies/data/time/moment-text'
import { capitalized, formatCount } from '@rookies/data/wording'
import { Button, Card, Flex, List, Typography } from 'antd'
import { ReceiptText } from 'lucide-react'
import { useMay } from '../../app/may'
import { useAct } from '../../app/use-act'
import cells from '../../ui/cells.module.css'

const CARD = { marginBlockEnd: 'var(--space-4)' }
const LINE = { width: '100%' }
// On a narrow screen, the button moves below this text.
const TEXT = { flex: '1 1 18rem', overflowWrap: 'anywhere' } as const

/** Lists events of the payment provider that could not be processed completely, until somebody dismisses them. */
export function PurchaseNotices({ notices }: { notices: readonly PurchaseNotice[] }) {
  const mayDismiss = useMay('purchases', 'dismiss')
  const dismiss = useAct({
    act: ({ id }: PurchaseNotice) => ({ name: 'purchases/dismiss_notice', input: { id } }),
    done: PURCHASE_MESSAGES.dismissed,
    failed: PURCHASE_MESSAGES.dismissFailed,
  })
  if (notices.length === 0) return null
  return (
    <Card
      role="region"
      aria-labelledby="purchase-notices"
      style={CARD}
      title={
        <Flex component="h2" id="purchase-notices" align="center" gap="small">
          <ReceiptText aria-hidden="true" />
          Events to Review
        </Flex>
      }
    >
      <List
        rowKey="id"
        size="small"
        dataSource={[...notices]}
        renderItem={(notice) => (
          <List.Item>
            <Flex wrap gap="small" align="flex-start" style={LINE}>
              <span style={TEXT}>
                <Typography.Text code>{notice.event_id}</Typography.Text> {notice.type}
                <p className={cells.second}>{factsOf(notice)}</p>
              </span>
              {mayDismiss && (
                <Button
                  size="small"
                  aria-label={`Dismiss ${notice.event_id}`}
                  loading={dismiss.isPending && dismiss.subject?.id === notice.id}
                  onClick={() => dismiss.mutate(notice)}
                >
                  Dismiss
                </Button>
              )}
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  )
}

function factsOf(notice: PurchaseNotice): string {
  const { ref, told_at, times } = notice
  const reason = noticeReason(notice)
  return [
    `${capitalized(reason)}.`,
    ref && `Ref ${ref}.`,
    `${momentText(told_at)}${times > 1 ? `, sent ${formatCount(times, 'time')}` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
