import type { ActName } from '@rookies/data/refine/acts'
import { useCallback, useState } from 'react'
import { type ActingOn, useAct } from '../app/use-act'

/** An act that a `Question` confirms: the subject of the question, and its props. */
export function useConfirmedAct<N extends ActName, S>(acting: ActingOn<N, S>) {
  const [subject, ask] = useState<S | null>(null)
  const { mutate, isPending } = useAct<N, S>({
    ...acting,
    onSettled: async (settled) => {
      await acting.onSettled?.(settled)
      // By now, the question may be open for another subject, and then stays open.
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
