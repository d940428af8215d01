import type { ActName } from '@rookies/data/refine/acts'
import { useCallback, useState } from 'react'
import { type ActingOn, useAct } from '../app/use-act'

/** An act that is asked about before it is done: about what it is asked, and what `Question` needs. */
export function useAsked<N extends ActName, S>(acting: ActingOn<N, S>) {
  const [asked, ask] = useState<S | null>(null)
  const { mutate, isPending } = useAct<N, S>({
    ...acting,
    onSettled: async (subject) => {
      await acting.onSettled?.(subject)
      // By now another question may stand where this one stood.
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
