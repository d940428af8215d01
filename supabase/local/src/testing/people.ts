import { randomUUID } from 'node:crypto'
import { hashPassword } from '../auth/passwords'
import type { TestCluster } from './cluster'

export interface Person {
  id: string
  email: string
  password: string
}

const password = 'correct horse'
const passwordHash = hashPassword(password)

/** Creates a confirmed account with a random email, as the seeds do. */
export async function createPerson(cluster: TestCluster): Promise<Person> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@example.test`
  await cluster.admin.query(
    `with made as (
       insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
         email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
         now(), '{"provider": "email", "providers": ["email"]}', '{}', now(), now())
       returning id, email
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     select id, id, jsonb_build_object('sub', id, 'email', email), 'email', now(), now() from made`,
    [id, email, await passwordHash],
  )
  return { id, email, password }
}
