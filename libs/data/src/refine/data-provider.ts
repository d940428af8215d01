import type {
  BaseRecord,
  CreateParams,
  CustomParams,
  DataProvider,
  DeleteOneParams,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from '@refinedev/core'
import { signalOf } from '../records/list-params'
import { errorWithCode, NOT_FOUND, requestError } from './request-error'
import { type Answers, resourceRules } from './resource-rules'
import type { Source } from './source'
import { tableAnswers } from './table-answers'

/** What is called by its name, and not by a resource and a verb. */
type Custom = Required<Pick<DataProvider, 'custom'>>

/**
 * Refine's way to our data. Each verb is answered as `resource-rules.ts` says: by the resource's table,
 * or by a function of ours. On top of it
 * - a resource that is not there fails with UNKNOWN_RESOURCE, a verb that it does not have with UNSUPPORTED;
 * - a search (`q`) and text filters take what people typed literally;
 * - a row that is not there is NOT_FOUND, not an empty answer;
 * - an update or delete that touches no row is DENIED, never a silent success (rules/data#denied-is-an-error);
 * - `meta.unchangedSince` (the `updated_at` that was read) makes an update of a table fail with STALE
 *   when another person saved in between, instead of writing over it;
 * - `custom` takes a name for an address: of `acts.ts`, or with the method `get` of `reads.ts`; it fails
 *   with UNKNOWN_ACT for any other;
 * - errors are DataErrors with a status and, where a field is to blame, the field's sentence.
 *
 * Writing many rows at once has no method here on purpose: that is one function in one transaction.
 */
export function createDataProvider(
  source: Omit<Source, 'signal'>,
  rulesOf: typeof resourceRules = resourceRules,
): DataProvider & Custom {
  const { client } = source
  async function asked<T>(resource: string, ask: (answers: Answers) => Promise<T>): Promise<T> {
    const rules = rulesOf(resource)
    try {
      if (!rules) throw errorWithCode('UNKNOWN_RESOURCE')
      return await ask(rules.answers(tableAnswers(client, rules)))
    } catch (cause) {
      throw requestError(cause, rules)
    }
  }

  async function act({ url, method, query, payload, meta }: CustomParams): Promise<unknown> {
    const reads = method === 'get'
    // No screen waits for these before it stands.
    const table = reads ? (await import('./reads')).READS : (await import('./acts')).ACTS
    const found = Object.entries(table).find(([name]) => name === url)?.[1]
    if (!found) throw errorWithCode('UNKNOWN_ACT')
    // The hooks that call an act by its name have checked what it takes.
    const input = (reads ? query : payload) as never
    return found({ ...source, signal: signalOf(meta) }, input)
  }

  return {
    getApiUrl: () => '/rest/v1',

    getList: <TData extends BaseRecord>(params: GetListParams) =>
      asked(
        params.resource,
        async ({ getList = unsupported }) =>
          (await getList(client, params)) as GetListResponse<TData>,
      ),

    getMany: <TData extends BaseRecord>(params: GetManyParams) =>
      asked(params.resource, async ({ getMany = unsupported }) => ({
        data: (await getMany(client, params)) as TData[],
      })),

    getOne: <TData extends BaseRecord>(params: GetOneParams) =>
      asked(params.resource, async ({ getOne = unsupported }) => {
        const data = await getOne(client, params)
        if (data === null) throw errorWithCode(NOT_FOUND)
        return { data: data as TData }
      }),

    create: <TData extends BaseRecord, TVariables>(params: CreateParams<TVariables>) =>
      asked(params.resource, async ({ create = unsupported }) => ({
        data: (await create(client, params)) as TData,
      })),

    update: <TData extends BaseRecord, TVariables>(params: UpdateParams<TVariables>) =>
      asked(params.resource, async ({ update = unsupported }) => ({
        data: (await update(client, params)) as TData,
      })),

    deleteOne: <TData extends BaseRecord, TVariables>(params: DeleteOneParams<TVariables>) =>
      asked(params.resource, async ({ deleteOne = unsupported }) => ({
        data: (await deleteOne(client, params)) as TData,
      })),

    custom: async <TData extends BaseRecord>(params: CustomParams) => {
      try {
        return { data: ((await act(params)) ?? {}) as TData }
      } catch (cause) {
        throw requestError(cause, null)
      }
    },
  }
}

async function unsupported(): Promise<never> {
  throw errorWithCode('UNSUPPORTED')
}
