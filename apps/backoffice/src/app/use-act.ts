import { type BaseRecord, useCustomMutation, useOnError } from '@refinedev/core'
import type { ActAnswer, ActInput, ActName } from '@rookies/data/refine/acts'
import type { RequestError } from '@rookies/data/refine/request-error'

/** An act by its name, with what it takes. */
type Call<N extends ActName> = { [M in N]: { name: M; input: ActInput<M> } }[N]

interface Acting<N extends ActName, S> {
  /** What is done about a subject. */
  act: (subject: S) => Call<N>
  onSuccess?: (answer: ActAnswer<N>, subject: S) => unknown
  onError?: (error: RequestError, subject: S) => unknown
  onSettled?: (subject: S) => unknown
}

/**
 * Refine's `useCustomMutation` for the acts that have names. The caller says how it went; the act is
 * under way until the promises of what follows are done, also when the screen has gone.
 */
export function useAct<N extends ActName, S = void>(acting: Acting<N, S>) {
  const { act, onSuccess, onError, onSettled } = acting
  const { mutate: checkError } = useOnError()
  const { mutate, mutateAsync, mutation } = useCustomMutation<
    BaseRecord,
    RequestError,
    ActInput<N>
  >({
    mutationOptions: {
      onSuccess: ({ data }, { meta }) => onSuccess?.(data as ActAnswer<N>, meta?.subject),
      onError: (error, { meta }) => {
        checkError(error)
        return onError?.(error, meta?.subject)
      },
      onSettled: (_, __, { meta }) => onSettled?.(meta?.subject),
    },
  })
  const variables = (subject: S) => {
    const { name, input } = act(subject)
    return { url: name, method: 'post' as const, values: input, meta: { subject } }
  }
  const { isPending, isSuccess, isError, error, reset } = mutation
  const subject: S | undefined = mutation.variables?.meta?.subject
  return {
    mutate: (about: S) => mutate(variables(about)),
    mutateAsync: (about: S) => mutateAsync(variables(about)),
    isPending,
    isSuccess,
    isError,
    error,
    reset,
    /** What the latest was about. */
    subject,
  }
}
