import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { invalid } from '../../errors'
import { type User, userJson } from '../../users'

const usersPerPage = 50

/** GET /admin/users?page=…&per_page=…: lists accounts, newest first; headers link to the other pages. */
export async function listUsers(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const page = readCount(call, 'page', 1)
  const perPage = readCount(call, 'per_page', usersPerPage)
  const { rows } = await ctx.pool.query<User>(
    `select * from auth.users where aud = 'authenticated'
     order by created_at desc, id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const counted = await ctx.pool.query<{ total: number }>(
    `select count(*)::int as total from auth.users where aud = 'authenticated'`,
  )
  const total = counted.rows[0]?.total ?? 0
  const users = []
  for (const user of rows) users.push(await userJson(ctx.pool, user))
  return ok(
    { users, aud: 'authenticated' },
    { link: links(page, perPage, total), 'x-total-count': String(total) },
  )
}

function links(page: number, perPage: number, total: number): string {
  const last = Math.ceil(total / perPage)
  // auth-js reads the page after the first `=`.
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

function readCount(call: Call, name: string, fallback: number): number {
  const text = call.query.get(name) ?? ''
  if (text === '') return fallback
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw invalid(`Bad Pagination Parameters: ${name} must be greater than 0`)
  }
  return Number(text)
}
