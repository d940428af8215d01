const LISTS = [
  ...['audit-logs', 'cohorts', 'communities', 'due-work', 'invites', 'notifications', 'purchases'],
  'reviews',
]
const COURSE_PARTS = ['course-check', 'course-files', 'course-history']
const FORMS = ['sign-up', 'forgot-password', 'reset-password']

/** Returns the names of states: `pattern` with its question mark replaced by each name. */
const each = (pattern: string, names: string[]) => names.map((name) => pattern.replace('?', name))

/**
 * Groups of states that have the same parts with other texts, by their names in the gallery. A browser checks the state
 * that is the key (`e2e/support/check-state.ts`); `states.test.tsx` of each app checks the others in jsdom. States that
 * the tests of their components cover are not here: their screens name the state that a browser checks (`like` in
 * `e2e/support/screens.ts`).
 */
export const STATE_PATTERNS: Record<string, string[]> = {
  'admin-members-loading': [
    ...each('admin-?-loading', [...LISTS, ...COURSE_PARTS, 'person', 'settings']),
    ...each('admin-?-busy', ['course', 'courses', 'dashboard']),
    'moderator-analytics-loading',
  ],
  'admin-members-error': [
    ...each('admin-?-error', [...LISTS, ...COURSE_PARTS, 'course', 'course-content', 'courses']),
    ...each('admin-?-error', [
      'dashboard',
      'person',
      'person-access',
      'person-records',
      'review',
      'settings',
    ]),
    'moderator-analytics-error',
  ],
  'admin-invites-empty': [
    ...each('admin-?-empty', ['audit-logs', 'communities', 'due-work', 'logs', 'purchases']),
    ...each('admin-?-empty', ['cohorts', 'cohort-messages', 'reviews']),
    ...each('admin-cohort-no-?', ['extensions', 'people']),
    ...each('admin-?-empty', ['course-files', 'course-history']),
    ...each('admin-?-empty', ['person-purchases', 'person-sessions']),
    ...each('admin-community-no-?', ['members', 'reports']),
    ...each('admin-?-empty', ['courses', 'notifications']),
    ...each('admin-course-?-none', ['check', 'files-unused']),
    'member-analytics-none',
    'admin-courses-none',
    'admin-members-empty',
    'admin-members-narrowed',
    'admin-notifications-none-found',
    'moderator-analytics-nobody-quiet',
  ],
  'admin-access-error': [
    ...each('admin-?-error', ['members-correct', 'members-bulk-count', 'grant-list']),
    'admin-purchases-refund-error',
    'member-analytics-error',
  ],
  'admin-lesson-versions-error-sheet': [
    ...each('admin-lesson-versions-?-sheet', ['empty', 'gone', 'loading']),
    'admin-lesson-version-error-sheet',
  ],
  'admin-members-disable': [
    ...each('admin-?-delete', ['community', 'notification']),
    'admin-cohort-leave',
    'admin-community-ban',
    'admin-course-history-undo-sheet',
    'admin-course-unpublish-sheet',
    'admin-purchases-refund',
    'admin-invite-cancel',
    'admin-invites-cancel-many',
    'admin-members-factors',
    'admin-notifications-delete-several',
    'admin-person-disable',
  ],
  'admin-course-unpublish-counting': [
    'admin-course-unpublish-unknown',
    'admin-purchases-refund-loading',
  ],
  'admin-access-unsaved': each('admin-?-unsent', ['invites-many', 'notification-send']),
  'admin-purchases-record-error': ['admin-purchases-assign-error'],
  'admin-course-invalid': ['admin-settings-wrong'],
  'admin-members-bulk': each('admin-members-bulk-?', ['counting', 'nothing']),
  'admin-grant-list-found': ['admin-grant-list-loading'],
  'admin-purchases-record-wrong': [
    'admin-course-create-incomplete-sheet',
    'admin-members-correct-wrong',
    'admin-notification-send-errors',
    'admin-purchases-assign-wrong',
  ],
  'admin-denied': [
    ...each('admin-?-not-found', ['cohort', 'community', 'course', 'review']),
    'admin-moderator',
    'moderator-denied',
  ],
  'member-bell-failed-sheet': each('admin-bell-?-sheet', ['empty', 'failed', 'offline']),
  'welcome-plum': each('welcome-?', ['teal', 'blue', 'violet', 'copper']),
  'login-incomplete': [
    'profile-password-incomplete',
    'reset-password-mismatch',
    'sign-up-incomplete',
  ],
  'login-refused': [
    'login-link-refused',
    'sign-up-refused',
    ...each('?-offline', ['login', ...FORMS]),
  ],
  'secure-code-wrong': ['second-factor-wrong', 'two-factor-enrol-wrong'],
  'cohort-link-ended': ['sign-up-closed', ...each('cohort-link-?', ['full', 'off', 'unknown'])],
  'course-shut': ['course-shut-paused'],
  unsubscribe: ['unsubscribe-reviews'],
  'login-busy': each('?-busy', FORMS),
  'login-maintenance': [
    ...each('?-maintenance', FORMS),
    'welcome-maintenance',
    ...each('account-?', ['disabled', 'unverified']),
  ],
  'invite-expired': each('invite-?', ['used', 'cancelled', 'unknown']),
  library: each('library-?', ['category', 'review', 'start']),
  'library-error': [
    ...each('?-error', ['communities', 'community', 'community-members', 'course', 'profile']),
    ...each('?-error', ['invite', 'notes', 'terms', 'two-factor']),
  ],
  'library-needs-connection': ['course-needs-connection', 'notes-needs-connection'],
  'library-empty-without-previews': [
    'cohort-unknown',
    'communities-empty',
    'community-not-found',
    'course-not-found',
    'library-category-empty',
    'notes-empty',
    'notes-none-found',
    'profile-not-found',
    'terms-unwritten',
  ],
  'community-closed': ['community-banned'],
  'guard-busy': ['reset-password-verifying'],
  'sign-up': ['sign-up-invited'],
  terms: ['privacy'],
  cohort: ['cohort-alone'],
  assignment: ['assignment-shut'],
  'library-news-error': ['assignment-failed', 'profile-sessions-error'],
  'admin-course-check': ['admin-course-check-links-busy', 'admin-course-check-links-error'],
  'moderator-access-end': ['admin-access-revoke'],
  'admin-person': ['admin-person-day'],
  'admin-course-create-sheet': ['admin-cohorts-create'],
  'admin-notification-send-filled': ['admin-notification-edit'],
  'exercise-preparation': ['exercise-away', 'exercise-load-failed'],
}

const isBackoffice = (name: string) => /^(admin|moderator|member-analytics)\b/.test(name)

/** Returns the states of an app that jsdom checks, sorted by name. */
export function statesWithoutBrowser(app: 'backoffice' | 'learner'): string[] {
  const names = Object.values(STATE_PATTERNS).flat()
  return names.filter((name) => isBackoffice(name) === (app === 'backoffice')).sort()
}
