import { readAuditChoices } from '../audit/audit-list'
import { readCandidates } from '../communities/managed-members'
import { readReports } from '../communities/reports-query'
import { readContentImpact } from '../course-editing/content-impact'
import type { Content } from '../course-editing/delete-content'
import { readBin } from '../course-editing/deleted-content'
import { countInvites, type InviteChange } from '../invites/change-invites'
import { readCourseTitles } from '../members/course-titles'
import { readSender } from '../settings/sender'
import { readSettingsPreview } from '../settings/settings-preview'
import type { Source } from './source'

/**
 * What is read by its name, through Refine's `custom` with the method `get`: what is no list and no
 * record. Each says in its own module what it throws.
 */
export const READS = {
  'community_members/candidates': (
    { client, signal }: Source,
    { communityId, search }: { communityId: string; search: string },
  ) => readCandidates(client, communityId, search, signal),
  'community_posts/reports': ({ client, signal }: Source, { slug }: { slug: string }) =>
    readReports(client, slug, signal),
  'courses/bin': ({ client }: Source, { courseId }: { courseId: string | null }) =>
    readBin(client, courseId),
  'courses/impact': ({ client }: Source, content: Content) => readContentImpact(client, content),
  'courses/titles': ({ client, signal }: Source) => readCourseTitles(client, signal),
  'invites/count': (
    { client }: Source,
    { act, audience }: Pick<InviteChange, 'act' | 'audience' | 'operationId'>,
  ) => countInvites(client, { act, audience }),
  'settings/preview': ({ client, signal }: Source) => readSettingsPreview(client, signal),
  'settings/sender': ({ functions }: Source) => readSender(functions),
  'audit_logs/choices': ({ client, signal }: Source) => readAuditChoices(client, signal),
}

type Reads = typeof READS
export type ReadName = keyof Reads
export type ReadInput<N extends ReadName> = Parameters<Reads[N]>[1]
export type ReadAnswer<N extends ReadName> = Awaited<ReturnType<Reads[N]>>
