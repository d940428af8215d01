import type { PeopleAct } from '@rookies/data/cohorts/cohort-members'
import {
  CalendarClock,
  CirclePause,
  CirclePlay,
  DoorOpen,
  GraduationCap,
  Lock,
  LockOpen,
  Undo2,
} from 'lucide-react'
import type { ReactElement } from 'react'

/** The labels of the actions on people of a cohort, for menus and questions. */
export const ACTION_LABELS: Record<PeopleAct, string> = {
  pause: 'Pause',
  resume: 'Resume',
  graduate: 'Graduate',
  return: 'Take Back In',
  leave: 'Mark as Left',
  shift: 'Shift by Days…',
  open: 'Open Everything',
  close: 'Open by Schedule',
}

export const ACTION_ICONS: Record<PeopleAct, ReactElement> = {
  pause: <CirclePause aria-hidden="true" />,
  resume: <CirclePlay aria-hidden="true" />,
  graduate: <GraduationCap aria-hidden="true" />,
  return: <Undo2 aria-hidden="true" />,
  leave: <DoorOpen aria-hidden="true" />,
  shift: <CalendarClock aria-hidden="true" />,
  open: <LockOpen aria-hidden="true" />,
  close: <Lock aria-hidden="true" />,
}
