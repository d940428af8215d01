import { formatNumber } from '@rookies/data/wording'
import { Flex, List, Typography } from 'antd'

/** Largest number of rendered rows; the downloaded file has all of them. */
const MAX_ROWS = 100

const BREAKS = { overflowWrap: 'anywhere' } as const
const END = {
  flex: '0 1 auto',
  minWidth: 'min-content',
  textAlign: 'end',
  overflowWrap: 'normal',
} as const

interface UnfinishedListProps {
  title: string
  rows: readonly { key: string; what: string; why: string }[]
}

/** Lists what was not done or only partly done, and why. */
export function UnfinishedList({ title, rows }: UnfinishedListProps) {
  const more = rows.length - MAX_ROWS
  return (
    <List
      size="small"
      bordered
      header={<h3>{title}</h3>}
      footer={more > 0 && `And ${formatNumber(more)} more.`}
      dataSource={rows.slice(0, MAX_ROWS)}
      renderItem={({ key, what, why }) => (
        <List.Item key={key}>
          <Flex justify="space-between" flex={1} gap="middle" style={BREAKS}>
            <span>{what}</span>
            <Typography.Text type="secondary" style={END}>
              {why}
            </Typography.Text>
          </Flex>
        </List.Item>
      )}
    />
  )
}
