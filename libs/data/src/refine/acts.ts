import type { Role } from '../access/roles'
import { resolveReports } from '../communities/resolve-reports'
import { restorePost } from '../communities/restore-post'
import { type Content, deleteContent, restoreContent } from '../course-editing/delete-content'
import { checkInvites } from '../invites/import-invites'
import type { InviteLine } from '../invites/read-invite-list'
import { cancelInvite, mailInvite, resendInvite } from '../invites/send-invite'
import { type Contact, correctContact } from '../members/correct-contact'
import { type AccessChange, saveAccess } from '../members/member-access'
import { resetFactors } from '../members/reset-factors'
import { setDisabled } from '../members/set-disabled'
import { setRole } from '../members/set-role'
import { deleteNotifications } from '../notifications/delete-notifications'
import { type NotificationToSend, sendNotification } from '../notifications/send-notification'
import type { Source } from './source'

/**
 * What is done by its name, through Refine's `custom`: acts of more than one row, and those for which a
 * function of the database stands in place of a verb. Each says in its own module what it throws.
 */
export const ACTS = {
  'access/change': ({ client }: Source, { id, change }: { id: string; change: AccessChange }) =>
    saveAccess(client, id, change),
  'community_posts/dismiss': ({ client }: Source, { id }: { id: string }) =>
    resolveReports(client, id),
  'community_posts/restore': ({ client }: Source, { id }: { id: string }) =>
    restorePost(client, id),
  'content/delete': ({ client }: Source, content: Content) => deleteContent(client, content),
  'content/restore': ({ client }: Source, content: Content) => restoreContent(client, content),
  'invites/check': ({ client }: Source, { lines }: { lines: readonly InviteLine[] }) =>
    checkInvites(client, lines),
  'invites/cancel': ({ client }: Source, { id }: { id: string }) => cancelInvite(client, id),
  /** Sends it again and mails it. */
  'invites/resend': async ({ client, functions }: Source, { id }: { id: string }) => ({
    invite: await resendInvite(client, id),
    mailing: await mailInvite(functions, id),
  }),
  'notifications/delete': ({ client }: Source, { ids }: { ids: readonly string[] }) =>
    deleteNotifications(client, ids),
  'notifications/send': ({ client }: Source, notification: NotificationToSend) =>
    sendNotification(client, notification),
  'profiles/correct': (
    { client }: Source,
    { id, change }: { id: string; change: Partial<Contact> },
  ) => correctContact(client, id, change),
  'profiles/disable': ({ client }: Source, { id }: { id: string }) => setDisabled(client, id, true),
  'profiles/enable': ({ client }: Source, { id }: { id: string }) => setDisabled(client, id, false),
  'profiles/reset_factors': ({ client }: Source, { id }: { id: string }) =>
    resetFactors(client, id),
  'profiles/set_role': ({ client }: Source, { id, role }: { id: string; role: Role }) =>
    setRole(client, id, role),
}

type Acts = typeof ACTS
export type ActName = keyof Acts
export type ActInput<N extends ActName> = Parameters<Acts[N]>[1]
export type ActAnswer<N extends ActName> = Awaited<ReturnType<Acts[N]>>
