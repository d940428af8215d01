import type { Action, Resource } from '@rookies/data/access/resources'
import type { Column, Relation, Standing } from './terms'

/** The rows to which a role's right applies: all, none (-), or those with this relation. */
type Reach = 'all' | '-' | 'own' | 'assigned' | 'foreign' | 'own assigned'

/** The columns of the table in rules/access#role-table. */
type Row = readonly [admin: Reach, creator: Reach, moderator: Reach, member: Reach]

const PLACE: Record<Column, 0 | 1 | 2 | 3> = { ADMIN: 0, CREATOR: 1, MODERATOR: 2, MEMBER: 3 }

/**
 * The rights of each role, written by hand after docs/rules/access.md and communities.md and not after the
 * table `role_permissions`, so that this test notices a mistake there. The column of creators applies while
 * they may enter the back-office.
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
    // A moderator lists id, title, slug and status of all courses.
    list: ['all', 'own', 'all', '-'],
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'all', '-', '-'],
    update: ['all', 'own', '-', '-'],
    delete: ['all', 'own', '-', '-'],
    publish: ['all', 'own', '-', '-'],
    restore: ['all', 'own', '-', '-'],
  },
  // The audit records of a course and its contents.
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
  // The earlier versions of a lesson, for people who may update it.
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
  // The rows are created and deleted with the texts that name the files; an update changes the text
  // alternative.
  lesson_files: {
    read: ['all', 'own assigned', 'assigned', 'assigned'],
    create: ['all', 'own', '-', '-'],
    update: ['all', 'own', '-', '-'],
  },
  profiles: {
    // Functions return names and emails; only people who may read the row see the phone.
    list: ['all', '-', 'all', '-'],
    // Assigned: a learner of the person's own course.
    read: ['all', 'own assigned', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
    // Nobody may change their own role.
    set_role: ['foreign', '-', '-', '-'],
    disable: ['foreign', '-', '-', '-'],
    correct: ['all', '-', '-', '-'],
    reset_factors: ['foreign', '-', '-', '-'],
  },
  entitlements: {
    read: ['all', 'own', 'all', 'own'],
    create: ['all', '-', 'all', '-'],
    // An update sets the day on which the access ends.
    update: ['all', '-', 'all', '-'],
    delete: ['all', '-', 'all', '-'],
  },
  lesson_completions: {
    // Assigned: the row of a learner of the person's own course.
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
    // A purchase by hand; its owner makes no difference.
    create: ['all', '-', '-', '-'],
    refund: ['all', '-', '-', '-'],
    // Assigns a paid purchase of an unknown buyer to a member.
    assign: ['all', '-', '-', '-'],
    // Dismisses an event that a person had to look at.
    dismiss: ['all', '-', '-', '-'],
  },
  // The sessions of other people. People see their own sessions without this right, by a function.
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
    // Assigned: in a community of which the person is a moderator.
    read: ['all', 'own assigned', 'own assigned', 'own assigned'],
    create: ['all', 'own', 'own', 'own'],
    update: ['all', '-', '-', '-'],
    delete: ['all', 'own', 'own', 'own'],
  },
  community_posts: {
    // Assigned: in a community that the person joined, by any author.
    read: ['all', 'assigned', 'assigned', 'assigned'],
    create: ['all', 'all', 'all', 'all'],
    // Only authors edit their posts; administrators may delete them.
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
  // Own: a cohort to which the person belongs. Assigned: one that they look after. Moderators have what is
  // assigned to them everywhere while they see everybody.
  cohorts: {
    read: ['all', 'own', 'all', 'own'],
    create: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
    delete: ['all', '-', '-', '-'],
  },
  cohort_members: {
    read: ['all', 'own', 'all', 'own'],
    create: ['all', '-', 'all', '-'],
    update: ['all', '-', 'all', '-'],
    delete: ['all', '-', '-', '-'],
  },
  cohort_staff: {
    read: ['all', '-', 'all', '-'],
    create: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
    delete: ['all', '-', '-', '-'],
  },
  cohort_messages: {
    read: ['all', '-', 'all', '-'],
    create: ['all', '-', 'all', '-'],
  },
  // Members learn through functions when their lessons open.
  releases: {
    read: ['all', '-', 'all', '-'],
    create: ['all', '-', 'all', '-'],
    update: ['all', '-', 'all', '-'],
    delete: ['all', '-', 'all', '-'],
  },
  // Own: of the person's own course. Assigned: of a course that is open to them.
  assignments: {
    read: ['all', 'own assigned', 'all', 'assigned'],
    update: ['all', 'own', '-', '-'],
  },
  submissions: {
    // Own: handed in for the person's own course. Assigned: by somebody in a cohort that they look after.
    list: ['all', 'own', 'all', '-'],
    review: ['all', 'own', 'all', '-'],
    withdraw: ['all', '-', '-', '-'],
    // Own: the person's own work.
    create: ['own', 'own', 'own', 'own'],
    read: ['own', 'own', 'own', 'own'],
  },
  // Own: of the person's own course. Assigned: of a course that is open to them.
  exercises: {
    read: ['all', 'own assigned', 'all', 'assigned'],
    update: ['all', 'own', '-', '-'],
  },
  exercise_runs: {
    // Own: handed in for the person's own course. Assigned: by somebody in a cohort that they look after.
    list: ['all', 'own', 'all', '-'],
    // Own: the person's own run.
    create: ['own', 'own', 'own', 'own'],
    read: ['own', 'own', 'own', 'own'],
  },
  extensions: {
    give: ['all', 'own', 'all', '-'],
    ask: ['own', 'own', 'own', 'own'],
    read: ['own', 'own', 'own', 'own'],
  },
  saved_replies: {
    read: ['own', 'own', 'own', '-'],
    create: ['own', 'own', 'own', '-'],
    update: ['own', 'own', 'own', '-'],
    delete: ['own', 'own', 'own', '-'],
  },
  questions: {
    // Own: about the person's own course. Assigned: asked by somebody in a cohort that they look after.
    list: ['all', 'own', 'all', '-'],
    moderate: ['all', 'own', 'all', '-'],
    // Own: the person's own question, in a lesson that is open to them.
    create: ['own', 'own', 'own', 'own'],
    read: ['own', 'own', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
    // Deleting a question of somebody else is moderation.
    delete: ['own', 'own', 'own', 'own'],
    // Assigned: a question of somebody else in a lesson that is open to the person.
    report: ['assigned', 'assigned', 'assigned', 'assigned'],
  },
  preferences: {
    read: ['own', 'own', 'own', 'own'],
    create: ['own', 'own', 'own', 'own'],
    update: ['own', 'own', 'own', 'own'],
  },
  settings: {
    read: ['all', '-', '-', '-'],
    update: ['all', '-', '-', '-'],
  },
  due_work: {
    read: ['all', '-', '-', '-'],
    retry: ['all', '-', '-', '-'],
  },
  // The rows of the inbox depend on other rights, which have their own probes.
  inbox: {
    enter: ['all', 'all', 'all', '-'],
  },
  logs: {
    read: ['all', '-', '-', '-'],
    clear: ['all', '-', '-', '-'],
    statistics: ['all', '-', '-', '-'],
  },
}

/**
 * The rights of a moderator who does not see everybody, where they differ: what is assigned to them are their
 * cohorts and the people of these.
 */
const NARROWED: { readonly [R in Resource]?: { readonly [A in Action<R>]?: Reach } } = {
  profiles: { list: 'assigned' },
  entitlements: {
    read: 'own assigned',
    create: 'assigned',
    update: 'assigned',
    delete: 'assigned',
  },
  lesson_completions: { read: 'own assigned' },
  cohorts: { read: 'own assigned' },
  cohort_members: { read: 'own assigned', create: 'assigned', update: 'assigned' },
  cohort_staff: { read: 'assigned' },
  cohort_messages: { read: 'assigned', create: 'assigned' },
  submissions: { list: 'assigned', review: 'assigned' },
  exercise_runs: { list: 'assigned' },
  extensions: { give: 'assigned' },
  questions: { list: 'assigned', moderate: 'assigned' },
  releases: { read: 'assigned', create: 'assigned', update: 'assigned', delete: 'assigned' },
}

/** Returns whether a person may perform an action on a row. @param standing the role, or COACH; null for no rights */
export function expected<R extends Resource>(
  standing: Standing | null,
  resource: R,
  action: Action<R>,
  relation: Relation,
): boolean {
  if (standing === null) return false
  const narrowed = standing === 'COACH' ? NARROWED[resource]?.[action] : undefined
  const reach =
    narrowed ?? MATRIX[resource][action][PLACE[standing === 'COACH' ? 'MODERATOR' : standing]]
  return reach === 'all' || reach.split(' ').includes(relation)
}
