import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { accessKeys } from '../session/keys'
import { type AccountState, parseAccountState } from './account-state'
import type { Boot } from './boot'

/** Empty answers within this time, in milliseconds, cause only one request for the account's state. */
const BURST_MS = 2_000

/** Error codes of the database for a person who may not read or change something. */
const REFUSALS = ['42501', 'NOT_FOUND', 'PGRST116']

/** Returns whether an answer contains no data: null, an empty list, or an object whose lists are all empty. */
function isEmpty(answer: unknown): boolean {
  if (answer === null || answer === undefined) return true
  if (Array.isArray(answer)) return answer.length === 0
  if (typeof answer !== 'object') return false
  const lists = Object.values(answer).filter(Array.isArray)
  if ('pages' in answer && Array.isArray(answer.pages)) return answer.pages.every(isEmpty)
  return lists.length > 0 && lists.every(isEmpty)
}

const isRefusal = (error: unknown) => error instanceof DataError && REFUSALS.includes(error.code)

/** Reads the account's state. Undefined if the server did not answer, or if the answer is malformed. */
async function readState(client: DataClient): Promise<AccountState | undefined> {
  try {
    return parseAccountState(unwrap(await client.rpc('my_account_state')))?.state
  } catch {
    return undefined
  }
}

/**
 * Notices while a page is open that the account may not enter any more, because of maintenance or because it was
 * disabled. The database then returns nothing or refuses, which looks like an empty library. After an empty answer or a
 * refusal, the account's state is read, once for several answers (but not for a query with `oftenEmpty` in its `meta`).
 * If the state has changed, the boot query is read again, which changes the page (rules/access#gate). When the account
 * may enter again, all data is read again. Returns a function that stops watching.
 */
export function watchAccount(client: DataClient, queries: QueryClient): () => void {
  const bootHash = hashKey(accessKeys.boot())
  const knownState = () => queries.getQueryData<Boot>(accessKeys.boot())?.account?.state
  let shown = knownState()
  let asked = Number.NEGATIVE_INFINITY

  const ask = async () => {
    if (knownState() !== 'ACTIVE' || performance.now() - asked < BURST_MS) return
    asked = performance.now()
    const state = await readState(client)
    if (state === undefined || state === knownState()) return
    await queries.invalidateQueries({ queryKey: accessKeys.boot() })
  }

  const onBoot = () => {
    const before = shown
    shown = knownState()
    if (shown !== 'ACTIVE' || before === 'ACTIVE' || before === undefined) return
    void queries.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== bootHash })
  }

  const stopQueries = queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event)) return
    const { action } = event
    if (query.queryHash === bootHash) {
      if (action.type === 'success') onBoot()
    } else if (action.type === 'success') {
      if (!action.manual && !query.meta?.oftenEmpty && isEmpty(action.data)) void ask()
    } else if (action.type === 'error' && isRefusal(action.error)) void ask()
  })
  const stopMutations = queries.getMutationCache().subscribe(({ type, ...event }) => {
    if (type !== 'updated' || !('action' in event)) return
    if (event.action.type === 'error' && isRefusal(event.action.error)) void ask()
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}
