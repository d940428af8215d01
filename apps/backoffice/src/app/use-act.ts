import { type BaseRecord, useCustomMutation, useOnError } from '@refinedev/core'
import type { ActAnswer, ActInput, ActName } from '@rookies/data/refine/acts'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast, type Toast } from '@rookies/data/toasts'
import { useToasts } from './toasts'
import { useReadAgain } from './use-read-again'

/** The name of an act (an operation of `refine/acts.ts`) together with its input. */
export type Call<N extends ActName> = { [M in N]: { name: M; input: ActInput<M> } }[N]

export interface ActingOn<N extends ActName, S> {
  /** Returns the call for a subject: the record or records that the act changes. */
  act: (subject: S) => Call<N>
  /** Shown when the act has succeeded. */
  done?: Toast | ((subject: S) => Toast)
  /** Shown when the act has failed, unless the error has a sentence of the database. */
  failed?: Toast | ((subject: S) => Toast)
  onSuccess?: (answer: ActAnswer<N>, subject: S) => unknown
  onError?: (error: RequestError, subject: S) => unknown
  /** Runs after `onSuccess` or `onError`, once the queries that the act changed were read again. */
  onSettled?: (subject: S) => unknown
  /** Runs after `onSettled` if the act has succeeded; for opening another screen. */
  leave?: (answer: ActAnswer<N>, subject: S) => unknown
  /**
   * When the queries that the act changed are read again. `first`, the default: before the act counts as done.
   * `meanwhile`: the act does not wait for them. `never`: the caller reads them again.
   */
  rereads?: 'first' | 'meanwhile' | 'never'
}

/** Returns a function that reads the queries again that an act changes by its definition; a failed act has no answer. */
export function useReadChanged() {
  const readAgain = useReadAgain()
  return async <N extends ActName>({ name, input }: Call<N>, answer?: ActAnswer<N>) => {
    const { staleAfter } = await import('@rookies/data/refine/acts')
    const stale = staleAfter(name, input, answer)
    if (stale.length > 0) await readAgain(stale)
  }
}

/**
 * Refine's `useCustomMutation` for acts. The queries that the act changes are read again, also after a failure: perhaps
 * only the answer was lost, or the screen was out of date. The act is pending until the promises of its callbacks have
 * settled, also after the screen was left.
 */
export function useAct<N extends ActName, S = void>(acting: ActingOn<N, S>) {
  const { act, done, failed, onSuccess, onError, onSettled, leave, rereads = 'first' } = acting
  const toasts = useToasts()
  const readChanged = useReadChanged()
  const { mutate: checkError } = useOnError()
  const { mutate, mutateAsync, mutation } = useCustomMutation<
    BaseRecord,
    RequestError,
    ActInput<N>
  >({
    mutationOptions: {
      onSuccess: ({ data }, { meta }) => {
        if (done) toasts.succeeded(typeof done === 'function' ? done(meta?.subject) : done)
        return followUp(() => onSuccess?.(data as ActAnswer<N>, meta?.subject))
      },
      onError: (error, { meta }) => {
        checkError(error)
        if (failed) {
          const toast = typeof failed === 'function' ? failed(meta?.subject) : failed
          toasts.failed(failureToast(toast, error))
        }
        return onError?.(error, meta?.subject)
      },
      onSettled: async (response, _, { meta }) => {
        const answer = response?.data as ActAnswer<N> | undefined
        const reading = rereads !== 'never' && followUp(() => readChanged(meta?.call, answer))
        if (rereads === 'first') await reading
        await followUp(() => onSettled?.(meta?.subject))
        if (response) await followUp(() => leave?.(answer as ActAnswer<N>, meta?.subject))
      },
    },
  })
  const variables = (subject: S) => {
    const call = act(subject)
    return { url: call.name, method: 'post' as const, values: call.input, meta: { subject, call } }
  }
  const { isPending, isSuccess, isError, error, reset } = mutation
  const subject: S | undefined = mutation.variables?.meta?.subject
  return {
    mutate: (about: S) => mutate(variables(about)),
    mutateAsync: async (about: S) => (await mutateAsync(variables(about))).data as ActAnswer<N>,
    isPending,
    isSuccess,
    isError,
    error,
    reset,
    /** The subject of the latest call. */
    subject,
  }
}

/** Runs a callback after a write. Its errors are only reported, so that a successful write does not look failed. */
export async function followUp(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    reportError(error)
  }
}
