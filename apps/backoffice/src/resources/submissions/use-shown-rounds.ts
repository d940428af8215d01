import type { ReviewedRound, ReviewedWork } from '@rookies/data/assignments/review-work'
import { useState } from 'react'

/**
 * Returns the round that is shown, and the earlier round with which it is compared; null for no comparison. At first,
 * these are the latest round and the one before it.
 */
export function useShownRounds({ rounds }: Pick<ReviewedWork, 'rounds'>) {
  const latest = rounds.at(-1)
  const [chosen, setChosen] = useState<{ of: string; shown: number; beside: number | null } | null>(
    null,
  )
  // A choice applies only until a newer round arrives, which is then shown.
  const current = chosen?.of === latest?.id ? chosen : null
  const round = rounds.find((each) => each.round === current?.shown) ?? latest ?? null
  const before = (of: ReviewedRound | null) =>
    rounds.filter((each) => of !== null && each.round < of.round).at(-1) ?? null
  const compared = current
    ? (rounds.find((each) => each.round === current.beside && each.round < (round?.round ?? 0)) ??
      null)
    : before(round)
  const choose = (shown: number, beside: number | null) =>
    setChosen({ of: latest?.id ?? '', shown, beside })
  return {
    round,
    compared,
    onShow: (shown: number) =>
      choose(shown, before(rounds.find((each) => each.round === shown) ?? null)?.round ?? null),
    onCompare: (beside: number | null) => choose(round?.round ?? 0, beside),
    /** Turns the comparison with the previous round on or off. */
    toggle: () => choose(round?.round ?? 0, compared ? null : (before(round)?.round ?? null)),
  }
}
