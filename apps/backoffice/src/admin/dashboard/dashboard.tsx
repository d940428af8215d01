import { useOne } from '@refinedev/core'
import { DASHBOARD_ID, type Dashboard as Figures } from '@rookies/data/dashboard/read-dashboard'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button } from 'antd'
import { BookOpen, CloudOff, Mail, Users } from 'lucide-react'
import { PageHeader } from '../../ui/page-header'
import { StatCard } from '../../ui/stat-card'
import styles from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton'
import { RecentActivity } from './recent-activity'

/** `/admin`: what there is, and what happened last. */
export function Dashboard() {
  const { query, result: data } = useOne<Figures>({
    resource: 'dashboard',
    id: DASHBOARD_ID,
    errorNotification: false,
  })
  const { isPending, isFetching, refetch } = query

  return (
    <>
      <PageHeader title="Dashboard" />
      {isPending && <DashboardSkeleton />}
      {!isPending && !data && (
        <ErrorState
          icon={<CloudOff />}
          title={DEFAULT_ERROR_MESSAGE}
          actions={
            <Button type="primary" loading={isFetching} onClick={() => refetch()}>
              Try Again
            </Button>
          }
        />
      )}
      {data && (
        <div className={styles.screen}>
          <div className={styles.cards}>
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
                  data.members.creators === 1 ? '1 creator' : `${data.members.creators} creators`
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
          </div>
          {data.activity && <RecentActivity activity={data.activity} />}
        </div>
      )}
    </>
  )
}
