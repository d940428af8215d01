import { type Stopped as Figures, MAX_STOPPED } from '@rookies/data/dashboard/read-dashboard'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Card, Flex, List } from 'antd'
import { MoonStar } from 'lucide-react'
import { Link } from 'react-router-dom'
import cells from '../../ui/cells.module.css'

const WRAPPED = { minWidth: 0, overflowWrap: 'anywhere' } as const

/**
 * Says how many learners stopped learning, and before which lessons; nothing if nobody did (rules/records#dashboard).
 */
export function Stopped({ stopped: { inactive, dropOffs } }: { stopped: Figures }) {
  const items = [
    inactive > 0 && {
      text: `${learnersText(inactive)} without activity for 14 days`,
      note: 'With an unfinished course',
      to: '/admin/analytics?quiet=14&sort=inactive',
    },
    ...dropOffs.map((stop) => ({
      text: `${learnersText(stop.learners)} stopped before “${stop.title}”`,
      note: stop.course,
      to: `/admin/courses/${stop.course_id}?lesson=${stop.id}`,
    })),
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  return (
    <Card
      role="region"
      aria-labelledby="stopped"
      title={
        <Flex component="h2" id="stopped" align="center" gap="small">
          <MoonStar aria-hidden="true" />
          Learners Who Stopped
        </Flex>
      }
    >
      <List
        rowKey="to"
        size="small"
        dataSource={items}
        renderItem={({ text, note, to }) => (
          <List.Item>
            <span style={WRAPPED}>
              <Link to={to}>{text}</Link>
              <p className={cells.second}>{note}</p>
            </span>
          </List.Item>
        )}
      />
    </Card>
  )
}

/** Returns a number of learners as a text; the database counts only up to a thousand. */
const learnersText = (number: number) =>
  number > MAX_STOPPED
    ? `More than ${formatNumber(MAX_STOPPED)} learners`
    : formatCount(number, 'learner')
