import type { Action, Resource } from '@rookies/data/access/resources'
import type { Column, Relation } from './terms'

/** For which rows a role may do it: all of them, none (-), or those of that relation. */
type Reach = 'all' | '-' | 'own' | 'assigned' | 'foreign' | 'own assigned'

/** In the order of the table in the decisions: ADMIN, CREATOR, MODERATOR, MEMBER. */
type Row = readonly [admin: Reach, creator: Reach, moderator: Reach, member: Reach]

const PLACE: Record<Column, 0 | 1 | 2 | 3> = { ADMIN: 0, CREATOR: 1, MODERATOR: 2, MEMBER: 3 }

/**
 * Who may do what, written by hand after docs/rules/access.md and communities.md, and not from the role table, so
 * that a mistake there is seen here. A creator's column holds while creators may use the admin panel.
 */
const MATRIX: { readonly [R in Resource]: { readonly [A in Action<R>]: Row } } = {
  admin_panel: {
    enter: ['all', 'all', 'all', '-'],
  },
  moderator_panel: {
    enter: ['all', '-', 'all', '-'],
  },
  dashboard: {
    read: ['all', 'all', '-', '-'],
  },
  courses: {
    // A moderator's "id, title, slug, status of all".
    list: ['all', 'own', 'all', '-'],
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'all', '-', '-'],
    update: ['all', 'own', '-', '-'],
    delete: ['all', 'own', '-', '-'],
    publish: ['all', 'own', '-', '-'],
    restore: ['all', 'own', '-', '-'],
  },
  // What the audit has of a course and of what is in it.
  course_history: {
    read: ['all', 'own', '-', '-'],
  },
  modules: {
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'own', '-', '-'],
    update: ['all', 'own', '-', '-'],
    delete: ['all', 'own', '-', '-'],
    restore: ['all', 'own', '-', '-'],
  },
  lessons: {
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'own', '-', '-'],
    update: ['all', 'own', '-', '-'],
    delete: ['all', 'own', '-', '-'],
    restore: ['all', 'own', '-', '-'],
  },
  // What it said before: for those who may update it.
  lesson_versions: {
    read: ['all', 'own', '-', '-'],
    restore: ['all', 'own', '-', '-'],
  },
  lesson_attachments: {
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'own', '-', '-'],
    update: ['all', 'own', '-', '-'],
    delete: ['all', 'own', '-', '-'],
  },
  // They come and go with what names them; updating is changing the words beside one.
  lesson_files: {
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'own', '-', '-'],
    update: ['all', 'own', '-', '-'],
  },
  profiles: {
    // Names and addresses, through functions; the row, with its phone number, is for those who may read it.
    list: ['all', '-', 'all', '-'],
    // Assigned: a learner of a course that one made.
    read: ['all', 'own assigned', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
    // No one changes their own role.
    set_role: ['foreign', '-', '-', '-'],
    disable: ['foreign', '-', '-', '-'],
    correct: ['all', '-', '-', '-'],
    reset_factors: ['foreign', '-', '-', '-'],
  },
  entitlements: {
    read: ['all', 'own', 'all', 'own'],
    create: ['all', '-', 'all', '-'],
    // The day on which it ends.
    update: ['all', '-', 'all', '-'],
    delete: ['all', '-', 'all', '-'],
  },
  lesson_completions: {
    // Assigned: a learner's, in a course that one made.
    read: ['all', 'own assigned', 'all', 'own'],
    create: ['own', 'own', 'own', 'own'],
    delete: ['own', 'own', 'own', 'own'],
  },
  lesson_progress: {
    read: ['all', 'own', 'own', 'own'],
    create: ['own', 'own', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
  },
  notes: {
    read: ['own', 'own', 'own', 'own'],
    create: ['own', 'own', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
    delete: ['own', 'own', 'own', 'own'],
  },
  analytics: {
    read: ['all', '-', 'all', '-'],
  },
  invites: {
    read: ['all', 'own', 'own', '-'],
    create: ['all', 'all', 'all', '-'],
    resend: ['all', 'own', 'own', '-'],
    cancel: ['all', 'own', 'own', '-'],
    give_role: ['all', '-', '-', '-'],
  },
  purchases: {
    read: ['all', 'own', 'own', 'own'],
    // By hand; one's own gives nothing.
    create: ['all', '-', '-', '-'],
    refund: ['all', '-', '-', '-'],
    // A paid one of no known member, to one.
    assign: ['all', '-', '-', '-'],
    // An event that a person had to look at.
    dismiss: ['all', '-', '-', '-'],
  },
  // Anybody's; one's own are shown by a function that asks no right.
  sessions: {
    read: ['all', '-', '-', '-'],
  },
  audit_logs: {
    read: ['all', '-', '-', '-'],
  },
  communities: {
    read: ['all', 'assigned', 'assigned', 'assigned'],
    create: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
    delete: ['all', '-', '-', '-'],
  },
  community_members: {
    // Assigned: in a community that one moderates.
    read: ['all', 'own assigned', 'own assigned', 'own assigned'],
    create: ['all', 'own', 'own', 'own'],
    update: ['all', '-', '-', '-'],
    delete: ['all', 'own', 'own', 'own'],
  },
  community_posts: {
    // Assigned: in a community that one has joined, by any author.
    read: ['all', 'assigned', 'assigned', 'assigned'],
    create: ['all', 'all', 'all', 'all'],
    // Only authors edit their words; administrators delete.
    update: ['own', 'own', 'own', 'own'],
    delete: ['all', 'own', 'own', 'own'],
    report: ['all', 'assigned', 'assigned', 'assigned'],
  },
  notifications: {
    // Assigned: sent to all members.
    read: ['all', 'own assigned', 'own assigned', 'own assigned'],
    create: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
    delete: ['all', '-', '-', '-'],
    mark: ['own assigned', 'own assigned', 'own assigned', 'own assigned'],
  },
  settings: {
    read: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
  },
  due_work: {
    read: ['all', '-', '-', '-'],
    retry: ['all', '-', '-', '-'],
  },
  logs: {
    read: ['all', '-', '-', '-'],
    clear: ['all', '-', '-', '-'],
    statistics: ['all', '-', '-', '-'],
  },
}

/** Takes a column of the table, null for those who may do nothing; says whether that person may do it. */
export function expected<R extends Resource>(
  column: Column | null,
  resource: R,
  action: Action<R>,
  relation: Relation,
): boolean {
  if (column === null) return false
  const reach = MATRIX[resource][action][PLACE[column]]
  return reach === 'all' || reach.split(' ').includes(relation)
}
