import type { MailContent } from '../../_shared/mail-content.ts'
import { cohortAdded } from './cohort-added.ts'
import { cohortMessage } from './cohort-message.ts'
import { failedJobs } from './failed-jobs.ts'
import { invite } from './invite.ts'
import { invitesEnding } from './invites-ending.ts'
import { morning } from './morning.ts'
import { reminder } from './reminder.ts'
import { review } from './review.ts'

/** The template of each kind of job that sends a mail (rules/due-work#kinds). */
export const MAIL_TEMPLATES: Record<
  string,
  (content: unknown, siteUrl: string, functionsUrl: string, school: string) => MailContent
> = {
  cohort_added_mail: cohortAdded,
  cohort_message_mail: cohortMessage,
  invite_mail: invite,
  invites_ending_mail: invitesEnding,
  failures_mail: failedJobs,
  reminder_mail: reminder,
  review_mail: review,
  morning_mail: morning,
}
