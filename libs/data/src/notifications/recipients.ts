import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import { type Member, readMembers } from '../members/member-list'
import { adminNotificationKeys } from './admin-keys'
import type { NotificationPerson } from './notification-list'

/** A person in the recipient picker. */
export interface UserOption extends NotificationPerson {
  role: Role
}

/** How many people the picker shows; more letters find the others. */
export const RECIPIENT_OPTIONS = 20

/**
 * People whose accounts are open, by name, found by the server in name, address and phone; and how many
 * there are. Fails with a DataError, `42501` for a caller who may not read all people.
 */
export function recipientsQuery(client: Pick<DataClient, 'rpc'>, text: string) {
  return queryOptions({
    queryKey: adminNotificationKeys.recipients(text),
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<{ options: UserOption[]; total: number }> => {
      const { data, total } = await readOpen(client, text, RECIPIENT_OPTIONS)
      return {
        options: data.map(({ id, name, email, role }) => ({ id, name, email, role })),
        total,
      }
    },
  })
}

/** How many people see what is sent to all members: every account that is open. Fails as above. */
export function audienceQuery(client: Pick<DataClient, 'rpc'>) {
  return queryOptions({
    queryKey: adminNotificationKeys.audience(),
    queryFn: async (): Promise<number> => (await readOpen(client, '', 1)).total,
  })
}

function readOpen(
  client: Pick<DataClient, 'rpc'>,
  text: string,
  pageSize: number,
): Promise<{ data: Member[]; total: number }> {
  return readMembers(client, {
    filters: [
      { field: 'q', operator: 'contains', value: text },
      { field: 'state', operator: 'eq', value: 'active' },
    ],
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { currentPage: 1, pageSize },
  })
}
