import { COHORT_TOASTS } from '@rookies/data/cohorts/cohort-messages'
import type { WhoIsBehind } from '@rookies/data/cohorts/falling-behind'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Card, Flex } from 'antd'
import { Footprints } from 'lucide-react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { BehindList } from '../../people/behind-list'
import cells from '../../ui/cells.module.css'
import { ReadFailed } from '../../ui/read-failed'

/** Lists who has fallen behind in the running cohorts; draws nothing if none runs (rules/cohorts#behind). */
export function FallenBehind() {
  // Creators have a dashboard and no cohorts.
  const mayLook = useMay('cohort_members', 'update')
  const read = useRead('cohorts/who_is_behind', { enabled: mayLook, staleTime: 0 })
  if (read.isError && !read.data) {
    return (
      <ReadFailed
        title={COHORT_TOASTS.behindFailed.text}
        retrying={read.isFetching}
        onRetry={() => read.refetch()}
      />
    )
  }
  if (!read.data || read.data.cohorts === 0) return null
  const { total, people } = read.data
  return (
    <Card
      role="region"
      aria-labelledby="fallen-behind"
      title={
        <Flex component="h2" id="fallen-behind" align="center" gap="small">
          <Footprints aria-hidden="true" />
          Fallen Behind
        </Flex>
      }
    >
      {total === 0 ? (
        <p className={cells.fact}>Nobody has fallen behind.</p>
      ) : (
        <BehindList
          names="both"
          rows={people.map((person) => ({
            person,
            cohort: { id: person.cohort_id, title: person.cohort },
            behind: person,
          }))}
          onCleared={() => read.refetch()}
        />
      )}
      <p className={cells.fact}>{rest(read.data)}</p>
    </Card>
  )
}

/** Says how many people and cohorts the list leaves out. */
function rest({ total, people, cohorts, looked_at }: WhoIsBehind): string {
  const more = total - people.length
  return [
    more > 0 && `${formatNumber(more)} more, on the pages of their cohorts.`,
    cohorts > looked_at &&
      `Only ${formatNumber(looked_at)} of ${formatCount(cohorts, 'running cohort')} were looked at: those that you look after, and the latest ones.`,
  ]
    .filter(Boolean)
    .join(' ')
}
