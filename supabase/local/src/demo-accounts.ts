import pg from 'pg'
import { passwordMatches } from './auth/passwords'
import { errorCode } from './plain-error'

/** The password of every account of the demo data. */
const DEMO_PASSWORD = 'rookies-demo'

/** One account for each kind of person, in the order of the greeting. */
const EMAILS = ['member', 'newcomer', 'chidi.nwosu', 'moderator', 'creator', 'admin'].map(
  (name) => `${name}@rookies.test`,
)

/** A disabled person is left out. */
const ACCOUNTS = `
  select u.email, u.encrypted_password as stored, case
      when p.role = 'ADMIN' then 'administrator'
      when p.role <> 'MEMBER' then lower(p.role::text)
      when exists (select from public.cohort_members m where m.user_id = p.id and m.state = 'ACTIVE') then 'a member of a cohort'
      when exists (select from public.entitlements e where e.user_id = p.id and (e.expires_at is null or e.expires_at > now()))
        then 'a member with courses'
      else 'a member without' end as kind
  from unnest($1::text[]) with ordinality n (email, place)
  join auth.users u on u.email = n.email
  join public.profiles p on p.id = u.id
  where p.disabled_at is null order by n.place`

/** An account of the demo data, and the kind of person that it is at present. */
export interface DemoAccount {
  email: string
  kind: string
}

/**
 * Returns the accounts of the demo data that can still log in with its password, one for each kind of person. Data
 * may have none, or may have changed since it was made.
 *
 * @param url address for the role `postgres`
 */
export async function demoAccounts(url: string): Promise<DemoAccount[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<DemoAccount & { stored: string }>(ACCOUNTS, [EMAILS])
    const fits = await Promise.all(rows.map(({ stored }) => passwordMatches(stored, DEMO_PASSWORD)))
    const usable = rows.filter((_, at) => fits[at])
    const isFirst = ({ kind }: DemoAccount, at: number) =>
      usable.findIndex((other) => other.kind === kind) === at
    return usable.filter(isFirst).map(({ email, kind }) => ({ email, kind }))
  } catch (error) {
    // A database of another project may not have these tables.
    if (errorCode(error) !== '42P01') throw error
    return []
  } finally {
    await client.end()
  }
}
