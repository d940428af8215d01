import { actionLabel } from '@rookies/data/audit/action-label'
import { actorName } from '@rookies/data/audit/actor'
import { fieldLabel } from '@rookies/data/audit/field-label'
import { targetName } from '@rookies/data/audit/target'
import type { Activity } from '@rookies/data/dashboard/read-dashboard'
import { activityText } from '@rookies/data/time/moment-text'
import { formatList, valueInWords } from '@rookies/data/wording'
import { Card, Flex, Timeline } from 'antd'
import { History } from 'lucide-react'
import { PersonLink } from '../../app/person-link'
import cells from '../../ui/cells.module.css'
import { ShortId } from '../../ui/short-id'

/** Lists the newest audit records, each with the record that was changed or exported. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Card
      role="region"
      aria-labelledby="recent-activity"
      title={
        <Flex component="h2" id="recent-activity" align="center" gap="small">
          <History aria-hidden="true" />
          Recent Activity
        </Flex>
      }
    >
      {activity.length === 0 ? (
        <p className={cells.fact}>No activity yet.</p>
      ) : (
        <Timeline
          items={activity.map((record) => ({
            key: record.id,
            children: (
              <>
                <Flex wrap justify="space-between" gap="small">
                  <span>
                    <span className={cells.name}>{actionLabel(record.action)}</span>{' '}
                    <span className={cells.fact}>
                      {'by '}
                      <PersonLink id={record.user_id}>{actorName(record)}</PersonLink>
                    </span>
                  </span>
                  <time className={cells.fact} dateTime={record.created_at}>
                    {activityText(record.created_at)}
                  </time>
                </Flex>
                <p className={cells.second}>
                  <Target {...record} />
                  {record.fields.length > 0 && `: ${formatList(record.fields.map(fieldLabel))}`}
                </p>
              </>
            ),
          }))}
        />
      )}
    </Card>
  )
}

/** The title and type of the changed record; without a title, its id. */
function Target({ title, target_type, target_id }: Activity) {
  const kind = targetName(target_type, target_id)
  return (
    <>
      {title === null ? valueInWords(kind) : <strong>{title}</strong>}
      {title !== null && ` ${kind}`}
      {title === null && target_id?.includes('-') && ' '}
      {title === null && <ShortId id={target_id} />}
    </>
  )
}
