import { queryOptions } from '@tanstack/react-query'
import { isRole, type Role } from '../access/roles'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { accountKeys } from './keys'

/** A person's own profile, as My Profile shows it (rules/accounts#own-name). Dates ISO. */
export interface Profile {
  id: string
  name: string | null
  email: string
  phone: string | null
  /** Null when the profile holds no role that this product knows. */
  role: Role | null
  created_at: string
  /** When an administrator disabled the account; null while it is active. */
  disabled_at: string | null
}

const COLUMNS = 'id, name, email, phone, role, created_at, disabled_at'

/** One's own profile, null when there is none. Fails with a DataError. */
export function profileQuery(client: DataClient, id: string) {
  return queryOptions({
    queryKey: accountKeys.profile(id),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const rows = unwrap(
        await client.from('profiles').select(COLUMNS).eq('id', id).abortSignal(signal),
      )
      const row = rows[0]
      return row ? { ...row, role: isRole(row.role) ? row.role : null } : null
    },
  })
}
