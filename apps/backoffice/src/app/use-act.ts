import { type BaseRecord, useCustomMutation, useOnError } from '@refinedev/core'
import type { ActAnswer, ActInput, ActName } from '@rookies/data/refine/acts'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast, type Toast } from '@rookies/data/toasts'
import { useToasts } from './toasts'
import { useReadAgain } from './use-read-again'

/** The name of an act together with its input. */
export type Call<N extends ActName> = { [M in N]: { name: M; input: ActInput<M> } }[N]

export interface ActingOn<N extends ActName, S> {
  /** The call for a subject. */
  act: (subject: S) => Call<N>
  /** Shown when the act has succeeded. */
  done?: Toast | ((subject: S) => Toast)
  /** Shown when the act has failed, unless the database gives a sentence. */
  failed?: Toast | ((subject: S) => Toast)
  onSuccess?: (answer: ActAnswer<N>, subject: S) => unknown
  onError?: (error: RequestError, subject: S) => unknown
  /** Runs once what the act changed was read again, after `onSuccess` or `onError`. */
  onSettled?: (subject: S) => unknown
  /** Runs like `onSettled` if the act has succeeded: leads to another screen. */
  leave?: (answer: ActAnswer<N>, subject: S) => unknown
  /**
   * `first`, the default: the act counts as done once what it changed was read again. `meanwhile`: the act does not wait
   * for this. `never`: the caller reads it again.
   */
  rereads?: 'first' | 'meanwhile' | 'never'
}

/** Returns a function that reads again what an act has changed by its definition; a failed act has no answer. */
export function useReadChanged() {
  const readAgain = useReadAgain()
  return async <N extends ActName>({ name, input }: Call<N>, answer?: ActAnswer<N>) => {
    const { staleAfter } = await import('@rookies/data/refine/acts')
    const stale = staleAfter(name, input, answer)
    if (stale.length > 0) await readAgain(stale)
  }
}

/**
 * Refine's `useCustomMutation` for named acts. What an act changes by its definition is read again, also after a
 * failure, because only the answer may be lost, or the screen out of date. The act counts as pending until the promises
 * of its follow-ups have settled, also after the screen was left.
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

/** Runs what follows a write. An error in it is reported, and does not make a stored write look like a failed one. */
export async function followUp(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    reportError(error)
  }
}
