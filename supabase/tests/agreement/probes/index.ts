import type { Probes } from '../terms'
import { entitlements, invites } from './access'
import { communities } from './communities'
import { communityMembers } from './community-members'
import { communityPosts } from './community-posts'
import { courses } from './courses'
import { lessonCompletions, lessonProgress } from './learning'
import { lessonAttachments } from './lesson-attachments'
import { lessons } from './lessons'
import { modules } from './modules'
import { notifications } from './notifications'
import { profiles } from './profiles'
import { auditLogs, purchases, settings } from './records'
import { adminPanel, analytics, dashboard, logs, moderatorPanel } from './screens'

/** Every right of the role table, tried out. */
export const PROBES: Probes = {
  admin_panel: adminPanel,
  moderator_panel: moderatorPanel,
  dashboard,
  courses,
  modules,
  lessons,
  lesson_attachments: lessonAttachments,
  profiles,
  entitlements,
  lesson_completions: lessonCompletions,
  lesson_progress: lessonProgress,
  analytics,
  invites,
  purchases,
  audit_logs: auditLogs,
  communities,
  community_members: communityMembers,
  community_posts: communityPosts,
  notifications,
  settings,
  logs,
}
