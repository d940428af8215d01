import { localStore } from '@rookies/data/device/store'
import { fieldsOf, positiveOf } from './message'

/** How a person likes videos in this browser (rules/learning#players). */
export interface PlayerPreferences {
  /** 1 is the ordinary speed. */
  rate: number
  /** Language of the captions; null for none. */
  captions: string | null
}

const KEY = 'rookies-player'

/** Out: the speed and the captions that were chosen last in this browser; the ordinary ones for what is none. */
export function playerPreferences(): PlayerPreferences {
  const kept = fieldsOf(localStore.getItem(KEY))
  return {
    rate: positiveOf(kept?.rate) ?? 1,
    captions: typeof kept?.captions === 'string' ? kept.captions : null,
  }
}

/** Keeps what was chosen just now, for the next video. */
export function rememberPlayer(change: Partial<PlayerPreferences>): void {
  localStore.setItem(KEY, JSON.stringify({ ...playerPreferences(), ...change }))
}
