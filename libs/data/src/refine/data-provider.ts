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
import type { Run, Source } from '../records/named'
import { errorWithCode, NOT_FOUND, requestError } from './request-error'
import { type Answers, resourceRules } from './resource-rules'
import { tableAnswers } from './table-answers'

/** A data provider that has the method for calls by name. */
type Custom = Required<Pick<DataProvider, 'custom'>>

/**
 * Creates Refine's data provider. Each verb is answered as `resource-rules.ts` says: by the resource's table or by a
 * database function. In addition:
 * - an unknown resource fails with UNKNOWN_RESOURCE, an unsupported verb with UNSUPPORTED;
 * - a search (`q`) and text filters take the typed text literally;
 * - a missing row is NOT_FOUND, not an empty answer;
 * - an update or delete without an affected row is DENIED, never a silent success (rules/data#denied-is-an-error);
 * - with `meta.unchangedSince` (the `updated_at` that was read) an update of a table fails with STALE if another person
 * saved meanwhile, instead of overwriting;
 * - `custom` takes a name instead of an address: one of `acts.ts`, or with the method `get` one of `reads.ts`; other
 * names fail with UNKNOWN_ACT;
 * - errors are DataErrors with a status and, if a field caused them, the sentence for that field.
 *
 * The provider has no method to write several rows, because that must be one function in one transaction.
 */
export function createDataProvider(
  source: Source,
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
    // The tables of acts and reads are loaded only when the first of them is called.
    const table = reads ? (await import('./reads')).READS : (await import('./acts')).ACTS
    const found = Object.entries(table).find(([name]) => name === url)?.[1]
    if (!found) throw errorWithCode('UNKNOWN_ACT')
    // The hooks that call an act or a read by its name check the type of the input.
    const input = (reads ? query : payload) as never
    const run: Run = await found.load()
    return run(client, input, signalOf(meta), source)
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
