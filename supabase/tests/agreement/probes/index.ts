import type { Probes } from '../terms'
import { entitlements, invites } from './access'
import { assignments, extensions, savedReplies, submissions } from './assignments'
import { cohortMembers, cohortMessages, cohortStaff, cohorts, releases } from './cohorts'
import { communities } from './communities'
import { communityMembers } from './community-members'
import { communityPosts } from './community-posts'
import { courseHistory, courses } from './courses'
import { exerciseRuns, exercises } from './exercises'
import { lessonCompletions, lessonProgress } from './learning'
import { lessonAttachments } from './lesson-attachments'
import { lessonFiles } from './lesson-files'
import { lessons, lessonVersions } from './lessons'
import { modules } from './modules'
import { notes } from './notes'
import { notifications } from './notifications'
import { preferences } from './preferences'
import { profiles, sessions } from './profiles'
import { questions } from './questions'
import { auditLogs, jobs, purchases, settings } from './records'
import { adminPanel, analytics, dashboard, inbox, logs, moderatorPanel } from './screens'

/** The probes of all rights in the role table. */
export const PROBES: Probes = {
  admin_panel: adminPanel,
  moderator_panel: moderatorPanel,
  dashboard,
  courses,
  course_history: courseHistory,
  modules,
  lessons,
  lesson_versions: lessonVersions,
  lesson_attachments: lessonAttachments,
  lesson_files: lessonFiles,
  profiles,
  entitlements,
  lesson_completions: lessonCompletions,
  lesson_progress: lessonProgress,
  notes,
  analytics,
  invites,
  purchases,
  sessions,
  audit_logs: auditLogs,
  communities,
  community_members: communityMembers,
  community_posts: communityPosts,
  notifications,
  cohorts,
  cohort_members: cohortMembers,
  cohort_staff: cohortStaff,
  cohort_messages: cohortMessages,
  releases,
  assignments,
  submissions,
  exercises,
  exercise_runs: exerciseRuns,
  extensions,
  saved_replies: savedReplies,
  questions,
  preferences,
  settings,
  due_work: jobs,
  inbox,
  logs,
}
