import type { OwnCourse } from '@rookies/data/dashboard/read-dashboard'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Card, Flex, List } from 'antd'
import { BookOpen } from 'lucide-react'
import { Link } from 'react-router-dom'
import cells from '../../ui/cells.module.css'
import { StatusBadge } from '../../ui/status-badge'

/** Lists the reader's own courses, the last changed ones first, with the progress of their learners. */
export function OwnCourses({ courses }: { courses: readonly OwnCourse[] }) {
  return (
    <Card
      role="region"
      aria-labelledby="own-courses"
      title={
        <Flex component="h2" id="own-courses" align="center" gap="small">
          <BookOpen aria-hidden="true" />
          Your Courses
        </Flex>
      }
    >
      <List
        rowKey="id"
        size="small"
        dataSource={[...courses]}
        locale={{ emptyText: 'You have no course yet.' }}
        renderItem={({ id, title, status, learners, inactive }) => (
          <List.Item>
            <span>
              <Link dir="auto" to={`/admin/courses/${id}`}>
                {title}
              </Link>
              <p className={cells.second}>
                {`${formatCount(learners, 'learner')}${
                  inactive > 0 ? `, ${formatNumber(inactive)} inactive for 14 days` : ''
                }`}
              </p>
            </span>
            <StatusBadge
              tone={status === 'PUBLISHED' ? 'live' : 'draft'}
              label={status === 'PUBLISHED' ? 'Published' : 'Draft'}
            />
          </List.Item>
        )}
      />
    </Card>
  )
}
