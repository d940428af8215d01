import { parseBoot } from '@rookies/data/access/boot'
import { can } from '@rookies/data/access/can'
import type { Action, Permission, Resource } from '@rookies/data/access/resources'
import { unwrap } from '@rookies/data/errors'
import { createAccessControlProvider } from '@rookies/data/refine/access-control'
import type { Person, TestDatabase } from '../database'
import { clientOf, strangerClient, type WireClient } from '../wire/clients'
import type { About, Column, Relation } from './terms'

/** The account of a person and the kind of their session; `visitor` has an account but no session. */
export interface ActorOptions {
  role: Column
  aal?: 'aal1' | 'aal2'
  disabled?: boolean
  verified?: boolean
  visitor?: boolean
}

/** A person with a client, and with the permissions of their screens. */
export interface Actor {
  me: Person
  client: WireClient
  /** Calls boot() again. @throws if it does not answer */
  boot(): Promise<void>
  /** Asks the access control provider, as the screens do. */
  screen<R extends Resource>(
    resource: R,
    action: Action<R>,
    relation: Relation,
    about: About | undefined,
  ): Promise<boolean>
}

export async function createActor(db: TestDatabase, options: ActorOptions): Promise<Actor> {
  const { role, aal = 'aal1', verified = true, visitor = false } = options
  const me = await db.person({ role, verified })
  if (options.disabled) {
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [me.id])
  }
  const client = visitor
    ? strangerClient()
    : await clientOf(me, { claims: (await db.signedIn(me, aal)).claims })
  let subject: { personId: string | null; permissions: Permission[] } | undefined
  const provider = createAccessControlProvider(async () => {
    if (!subject) throw new Error('boot() has not been asked')
    return subject
  })

  return {
    me,
    client,
    async boot() {
      const { account, permissions } = parseBoot(unwrap(await client.rpc('boot')))
      subject = { personId: account?.id ?? null, permissions }
    },
    async screen(resource, action, relation, about) {
      const answer = await provider.can({ resource, action, params: about && { ...about } })
      if (relation !== 'assigned') return answer.can
      // Only the learner portal asks for access to courses. The provider of the back-office knows only own and foreign
      // rows, and must not allow more than the provider of the portal.
      const held = can(subject?.permissions, resource, action, 'assigned')
      if (answer.can && !held) throw new Error(`The provider gives away ${resource} ${action}`)
      return held
    },
  }
}
