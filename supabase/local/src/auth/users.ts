import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from './context'
import { factorJson, factorsOf } from './factors'

type JsonObject = Record<string, unknown>

/** The columns of auth.users that this service reads. */
export interface User {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  confirmed_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: JsonObject | null
  raw_user_meta_data: JsonObject | null
  created_at: Date
  updated_at: Date
  /** A number for `infinity`. */
  banned_until: Date | number | null
  deleted_at: Date | null
  is_anonymous: boolean
}

/** The columns that this service updates. */
type Changes = Partial<
  Pick<
    User,
    | 'email'
    | 'role'
    | 'encrypted_password'
    | 'email_confirmed_at'
    | 'invited_at'
    | 'banned_until'
    | 'raw_app_meta_data'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'email_change'
    | 'email_change_sent_at'
    | 'email_change_confirm_status'
    | 'reauthentication_sent_at'
    | 'last_sign_in_at'
    | 'raw_user_meta_data'
  >
>

const noInstance = '00000000-0000-0000-0000-000000000000'

/** Returns the account of an email in any case, or null. The comparison is that of a hosted project. */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const { rows } = await db.query<User>(
    `select * from auth.users
     where instance_id = $1 and lower(email) = $2 and aud = 'authenticated' and not is_sso_user`,
    [noInstance, email.toLowerCase()],
  )
  return rows[0] ?? null
}

/** Returns an account; null if there is none. */
export async function findUserById(db: Queryable, id: string): Promise<User | null> {
  const { rows } = await db.query<User>('select * from auth.users where id = $1', [id])
  return rows[0] ?? null
}

/**
 * Locks an email until the end of the transaction: a caller who then checks whether it is taken never
 * violates the unique index, which would log the email.
 */
export async function lockAddress(db: pg.PoolClient, email: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `address ${email.toLowerCase()}`,
  ])
}

/** Reads the row again and locks it until the end of the transaction. */
export async function lockUser(db: pg.PoolClient, id: string): Promise<User> {
  const { rows } = await db.query<User>('select * from auth.users where id = $1 for update', [id])
  const user = rows[0]
  if (!user) throw new Error(`user ${id} is gone`)
  return user
}

/** An account to create. */
export interface NewUser {
  /** In lower case. */
  email: string
  /** Null for an account that is opened from its mailbox until it has a password. */
  passwordHash: string | null
  metadata: JsonObject
  id?: string | undefined
  role?: string | undefined
}

/**
 * Creates an account with its email identity, and replaces the account's metadata with the identity's data, as
 * GoTrue does at a sign-up: the metadata of the request and the identity's own fields.
 */
export async function createUser(db: pg.PoolClient, account: NewUser): Promise<User> {
  const { user, identity } = await insertUser(db, account, account.metadata)
  return updateUser(db, user, { raw_user_meta_data: { ...account.metadata, ...identity } })
}

/** Does the same for the project's own servers, and keeps the metadata as given. */
export async function createPlainUser(db: pg.PoolClient, account: NewUser): Promise<User> {
  return (await insertUser(db, account, {})).user
}

/**
 * The row is read again, because triggers may have changed it: while verification is not required, one of
 * them confirms the email.
 * @param identityData data of the identity besides email and id
 */
async function insertUser(db: pg.PoolClient, account: NewUser, identityData: JsonObject) {
  const { email, passwordHash, metadata, id = randomUUID(), role = 'authenticated' } = account
  await db.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
       email_change_token_new, email_change
     ) values ($1, $2, 'authenticated', $3, $4, $5, $6, $7, now(), now(), '', '', '', '')`,
    [
      noInstance,
      id,
      role,
      email,
      passwordHash ?? '',
      { provider: 'email', providers: ['email'] },
      metadata,
    ],
  )
  const inserted = await lockUser(db, id)
  const identity = {
    sub: id,
    email,
    email_verified: inserted.email_confirmed_at !== null,
    phone_verified: false,
  }
  await db.query(
    `insert into auth.identities (
       provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
     ) values ($1, $2, $3, 'email', now(), now(), now())`,
    [id, id, { ...identityData, ...identity }],
  )
  return { user: inserted, identity }
}

/** Writes the given columns and returns the row after its triggers. */
export async function updateUser(db: Queryable, user: User, changes: Changes): Promise<User> {
  const columns = Object.keys(changes)
  const { rows } = await db.query<User>(
    `update auth.users set ${columns.map((name, index) => `${name} = $${index + 2}`).join(', ')},
       updated_at = now()
     where id = $1 returning *`,
    [user.id, ...Object.values(changes)],
  )
  const updated = rows[0]
  if (!updated) throw new Error(`user ${user.id} is gone`)
  return updated
}

/** Marks the email as confirmed, in the account and in its identity. */
export async function confirmUser(db: pg.PoolClient, user: User): Promise<User> {
  await updateIdentity(db, user.id, { email_verified: true })
  return updateUser(db, user, {
    email_confirmed_at: new Date(),
    raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
  })
}

/** Returns the metadata `before` with the `changes`; null removes a key. */
export function merged(before: JsonObject | null, changes: JsonObject): JsonObject {
  const all = { ...before, ...changes }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/** Adds fields to the data of a person's identity, and keeps the others. */
export async function updateIdentity(
  db: pg.PoolClient,
  userId: string,
  data: JsonObject,
): Promise<void> {
  await db.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [userId, data],
  )
}

/** Whether the account is disabled now. */
export function isBanned(user: User): boolean {
  return Number(user.banned_until) > Date.now()
}

/** Returns the account for clients. Absent dates and empty factors are left out, as in GoTrue. */
export async function userJson(db: Queryable, user: User): Promise<JsonObject> {
  const { rows: identities } = await db.query(
    `select id as identity_id, provider_id as id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = $1 order by created_at`,
    [user.id],
  )
  const factors = (await factorsOf(db, user.id)).map(factorJson)
  return { ...publicUser(user, identities), ...(factors.length > 0 ? { factors } : {}) }
}

/**
 * Returns the answer to a sign-up whose email has to be confirmed: the account as it looks when it was just
 * created. A known email gets the same answer with a random id. The answer is therefore built from the
 * request, never from a row, whose dates and metadata would reveal the difference.
 */
export function pendingUser(id: string, email: string, metadata: JsonObject): JsonObject {
  const now = new Date()
  const identity = { sub: id, email, email_verified: false, phone_verified: false }
  const data = { ...metadata, ...identity }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: data,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function publicUser(user: User, identities: JsonObject[]): JsonObject {
  const optional: Record<string, unknown> = {
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
  }
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}
