import { isDeepStrictEqual } from 'node:util'

/** What PostgREST answered, as supabase-js gives it. */
interface Answer {
  data: unknown
  error: { code?: string; message: string; hint?: string | null } | null
  status: number
}

/**
 * Reads. In: a query for one row. Out: whether the row came. Throws when the query failed for another
 * reason than a refusal: a misspelt column is no proof of anything.
 */
export async function readsRow(query: PromiseLike<Answer>): Promise<boolean> {
  const answer = await query
  return granted(answer)
}

/**
 * Writes. In: how to look at the rows as their owner, and the write. Out: whether they changed. A write
 * that changes nothing and says it did, or changes something and says it did not, throws.
 */
export async function changes(
  look: () => Promise<unknown>,
  write: () => PromiseLike<Answer>,
): Promise<boolean> {
  const before = await look()
  const answer = await write()
  const changed = !isDeepStrictEqual(before, await look())
  if (changed !== granted(answer)) {
    throw new Error(
      `The rows ${changed ? 'changed' : 'stayed as they were'}, but the answer was ${describe(answer)}`,
    )
  }
  return changed
}

/** Whether an answer is a yes: no refusal, and not the empty list by which row security says no. */
function granted(answer: Answer): boolean {
  if (answer.error) {
    if (isRefusal(answer.error)) return false
    throw new Error(`Neither granted nor refused: ${describe(answer)}`)
  }
  return !(Array.isArray(answer.data) && answer.data.length === 0)
}

/** Insufficient privilege, and our functions' no to what one may do to others but not to oneself. */
function isRefusal({ code, hint }: NonNullable<Answer['error']>): boolean {
  return code === '42501' || (code === 'PT409' && hint === 'OWN_ACCOUNT')
}

function describe({ data, error, status }: Answer): string {
  return `${status} ${JSON.stringify(error ?? data)}`
}
