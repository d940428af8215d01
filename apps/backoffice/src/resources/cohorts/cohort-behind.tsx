import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { formatPeople } from '@rookies/data/wording'
import { Card, Flex } from 'antd'
import { Footprints } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { BehindList } from '../../people/behind-list'
import { ReadFailed } from '../../ui/read-failed'

/** Lists who has fallen behind in a cohort; renders nothing if nobody has (rules/cohorts#behind). */
export function CohortBehind({ cohort }: { cohort: CohortDetails }) {
  const read = useRead('cohorts/behind', { input: { id: cohort.id } })
  if (read.isError && !read.data) {
    return <ReadFailed title={COHORT_MESSAGES.behindFailed.text} read={read} />
  }
  const rows = read.data ?? []
  if (rows.length === 0) return null
  const people = new Set(rows.map(({ id }) => id)).size
  return (
    <Card
      size="small"
      role="region"
      aria-labelledby="cohort-behind"
      title={
        <Flex component="h2" id="cohort-behind" align="center" gap="small">
          <Footprints aria-hidden="true" />
          {`${formatPeople(people)} fell behind`}
        </Flex>
      }
      style={SPACED}
    >
      <BehindList
        names="person"
        rows={rows.map((person) => ({ person, cohort, behind: person }))}
      />
    </Card>
  )
}

const SPACED = { marginBottom: 'var(--space-5)' } as const
