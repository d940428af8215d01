import type { Milestone } from '@rookies/data/course-viewing/milestone'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Part } from '../../shared/beside'
import { LazyPart } from '../../shared/lazy-part'

export interface MilestoneProps {
  course: CourseOutline
  milestone: Milestone
  /** The person has just completed it themselves, and is led here. */
  acted: boolean
}

export const milestonePart = new LazyPart<MilestoneProps>(() => import('./milestone-end'))

type MilestonePlaceProps = Omit<MilestoneProps, 'milestone'> & { milestone: Milestone | null }

/** Where the end of a module or a course is told; without its code the lesson stays as it is. */
export function MilestonePlace({ course, milestone, acted }: MilestonePlaceProps) {
  return (
    <div>
      {/* Who is led there hears its heading. */}
      <div role="status">
        {milestone && !acted && (
          <VisuallyHidden>
            {milestone.kind === 'course' ? 'Course' : 'Module'} completed: {milestone.title}
          </VisuallyHidden>
        )}
      </div>
      {milestone && (
        <Boundary onFault={(thrown) => log('error', 'milestone', String(thrown), thrown)}>
          <Part part={milestonePart} props={{ course, milestone, acted }} />
        </Boundary>
      )}
    </div>
  )
}
