import type { ActName } from '@rookies/data/refine/acts'
import { useCallback, useState } from 'react'
import { type ActingOn, useAct } from '../app/use-act'

/** An act that is confirmed in a dialog: the subject that the question is about, and the props of `Question`. */
export function useConfirmedAct<N extends ActName, S>(acting: ActingOn<N, S>) {
  const [subject, ask] = useState<S | null>(null)
  const { mutate, isPending } = useAct<N, S>({
    ...acting,
    onSettled: async (settled) => {
      await acting.onSettled?.(settled)
      // The question may be about another subject by now.
      ask((now) => (now === settled ? null : now))
    },
  })
  return {
    subject,
    ask,
    busy: isPending,
    onConfirm: () => {
      if (subject !== null) mutate(subject)
    },
    onClose: useCallback(() => ask(null), []),
  }
}
