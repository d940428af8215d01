import type { Page } from '@playwright/test'
import type { Person, World } from './world'

export const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Audit logs' }).locator('tbody').getByRole('row')

/** Inserts audit records of a person, a minute apart, newest first. */
export async function record(
  world: World,
  person: Person,
  acts: [string, string][],
): Promise<void> {
  await world.sql(
    `insert into public.audit_logs (user_id, action, target_type, target_id, before, after, ip_address, user_agent, created_at)
     select $1, split_part(a, ' ', 1), split_part(a, ' ', 2), gen_random_uuid(), '{"status": "DRAFT"}',
       '{"status": "PUBLISHED", "fields": ["name", "status"]}', '192.0.2.7', 'A browser', now() - n * interval '1 minute'
     from unnest($2::text[]) with ordinality t (a, n)`,
    [person.id, acts.map((act) => act.join(' '))],
  )
}
