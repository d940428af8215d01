import { useOne } from '@refinedev/core'
import { DASHBOARD_ID, type Dashboard as Figures } from '@rookies/data/dashboard/read-dashboard'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { Flex } from 'antd'
import { BookOpen, Mail, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHeader } from '../../ui/page-header'
import { StatCard } from '../../ui/stat-card'
import { StatCards } from '../../ui/stat-cards'
import styles from './dashboard.module.css'
import { OwnCourses } from './own-courses'
import { RecentActivity } from './recent-activity'
import { Stopped } from './stopped'

/** `/admin`: the inbox, with figures and recent activity. */
export function Dashboard({ inbox }: { inbox: ReactNode }) {
  const { query, result: data } = useOne<Figures>({
    resource: 'dashboard',
    id: DASHBOARD_ID,
    // Other screens change these figures and activities, so each visit reads them again.
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  })
  const { isPending, isFetching, refetch } = query

  return (
    <>
      <PageHeader title="Dashboard" />
      <div className={styles.home}>
        {inbox}
        <div className={styles.beside}>
          {isPending && (
            <>
              <StatCards count={3} />
              <ListSkeleton />
            </>
          )}
          {!isPending && !data && (
            <ListFailed title={DEFAULT_ERROR_MESSAGE} read={{ isFetching, refetch }} />
          )}
          {data && (
            <>
              <StatCards count={3}>
                <StatCard
                  icon={BookOpen}
                  label="Total Courses"
                  value={data.courses.total}
                  note={`${data.courses.published} published, ${data.courses.draft} draft`}
                  to="/admin/courses"
                />
                {data.members && (
                  <StatCard
                    icon={Users}
                    label="Members"
                    value={data.members.total}
                    note={
                      data.members.creators === 1
                        ? '1 creator'
                        : `${data.members.creators} creators`
                    }
                    to="/admin/members"
                  />
                )}
                <StatCard
                  icon={Mail}
                  label="Active Invites"
                  value={data.invites}
                  note="Pending invitations"
                  to="/admin/invites"
                />
              </StatCards>
              <Flex vertical gap="large">
                {data.stopped && <Stopped stopped={data.stopped} />}
                {data.own && <OwnCourses courses={data.own} />}
                {data.activity && <RecentActivity activity={data.activity} />}
              </Flex>
            </>
          )}
        </div>
      </div>
    </>
  )
}
