import type { ActName } from '@rookies/data/refine/acts'
import { useCallback, useState } from 'react'
import { type ActingOn, useAct } from '../app/use-act'

/** An act that is confirmed in a dialog: the subject that the question is about, and the props of `Question`. */
export function useAsked<N extends ActName, S>(acting: ActingOn<N, S>) {
  const [asked, ask] = useState<S | null>(null)
  const { mutate, isPending } = useAct<N, S>({
    ...acting,
    onSettled: async (subject) => {
      await acting.onSettled?.(subject)
      // The question may be about another subject by now.
      ask((now) => (now === subject ? null : now))
    },
  })
  return {
    asked,
    ask,
    busy: isPending,
    onConfirm: () => {
      if (asked !== null) mutate(asked)
    },
    onClose: useCallback(() => ask(null), []),
  }
}
