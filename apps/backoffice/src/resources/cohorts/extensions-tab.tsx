import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { CalendarClock } from 'lucide-react'
import { Extensions } from '../../people/extensions'

/** Lists the requests and extensions of the people in a cohort (rules/assignments#extension). */
export function CohortExtensions({ id }: { id: string }) {
  return (
    <Extensions
      of={{ cohortId: id }}
      names="person"
      empty={
        <EmptyState icon={<CalendarClock />} title="No extensions">
          <p>
            People who ask for more time are listed here. You give it to others from their menu
            under People.
          </p>
        </EmptyState>
      }
    />
  )
}
