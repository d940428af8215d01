import { expect, test } from 'vitest'
import { useDatabase } from './database'

// A person's copy of their data contains all that is stored about them (rules/accounts#my-data).
const db = useDatabase()

test('a person’s data include every table that belongs to a person', async () => {
  const rows = await db.owner(
    `select distinct c.conrelid::regclass::text as table from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype = 'c' order by 1`,
  )
  // A new table also belongs in my_data(), unless it says nothing about the person.
  expect(rows.map((row) => row.table)).toEqual([
    'cohort_members',
    'cohort_messages',
    'cohort_staff',
    'community_members',
    'community_post_reports',
    'entitlements',
    'exercise_drafts',
    'exercise_runs',
    'extensions',
    'lesson_completions',
    'lesson_progress',
    // Signals of changes, stored for five minutes.
    'list_changes',
    'notes',
    'notification_mutes',
    'notification_reads',
    'notifications',
    'preferences',
    // The join link of a sign-up until the email is confirmed; from then on, the data contain the membership.
    'private.awaited_joins',
    // The time of the last notification that the person fell behind, stored for five days.
    'private.behind_told',
    // The hash of the secret of a calendar.
    'private.calendar_addresses',
    'private.cohort_clearings',
    // The time of the last visit to a community; the answer contains the memberships.
    'private.community_visits',
    // The time since when a changed email waits for its confirmation, which the profile shows.
    'private.corrected_addresses',
    // Jobs about invites, which the answer contains.
    'private.due_work',
    // The times of runs, stored for an hour.
    'private.exercise_hours',
    'private.exercise_standings',
    // Running exports, stored for an hour at most.
    'private.exports',
    'private.extension_requests',
    'private.inbox_hand_overs',
    'private.inbox_marks',
    // The time of an invite's mail, stored for an hour.
    'private.invite_mails',
    // Counts of completions, progress and entitlements, which the answer contains.
    'private.learner_courses',
    'private.learners',
    // The times of link checks, stored for an hour.
    'private.link_checks',
    // A search copy of the profile, which the answer contains.
    'private.people',
    // How often a person acted within an hour.
    'private.question_acts',
    'private.question_bans',
    'private.question_reports',
    'private.recovery_codes',
    'private.recovery_tries',
    // Which work is offered to the person for review; the data contain the reviews.
    'private.reminders',
    'private.review_offers',
    'private.second_opinions',
    // Lessons of a running import, stored for a day.
    'private.sent_lessons',
    // The hashes of the lines of repositories; the data contain the lines.
    'private.submission_keys',
    // The times of undone completions, stored for eight days.
    'private.undone_completions',
    // The hashes of the secrets in mails.
    'private.unsubscribe_tokens',
    'question_follows',
    'repositories',
    'repository_results',
    // Which work the person has claimed for review, stored for half an hour.
    'review_claims',
    'review_drafts',
    'saved_replies',
    'submission_drafts',
    'submissions',
  ])
})
