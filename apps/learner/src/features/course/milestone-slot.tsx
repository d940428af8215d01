import type { Milestone } from '@rookies/data/course-viewing/milestone'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { LazyPart } from '../../shared/lazy-part'
import { Part } from '../../shared/optional-section'

export interface MilestoneProps {
  course: CourseOutline
  milestone: Milestone
  /** True if the person has just completed the lesson by hand; the focus then moves here. */
  byHand: boolean
}

export const milestonePart = new LazyPart<MilestoneProps>(() => import('./milestone-end'))

type MilestoneSlotProps = Omit<MilestoneProps, 'milestone'> & { milestone: Milestone | null }

/** Announces the end of a module or course, once its code has loaded. If the code does not load, nothing is shown. */
export function MilestoneSlot({ course, milestone, byHand }: MilestoneSlotProps) {
  return (
    <div>
      {/* The announcement takes the focus, so screen readers read its heading. */}
      <div role="status">
        {milestone && !byHand && (
          <VisuallyHidden>
            {milestone.kind === 'course' ? 'Course' : 'Module'} completed: {milestone.title}
          </VisuallyHidden>
        )}
      </div>
      {milestone && (
        <Boundary onFault={(thrown) => log('error', 'milestone', String(thrown), thrown)}>
          <Part part={milestonePart} props={{ course, milestone, byHand }} />
        </Boundary>
      )}
    </div>
  )
}
