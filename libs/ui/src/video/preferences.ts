import { localStore } from '@rookies/data/device/store'
import { fieldsOf, positiveOf } from './message'

/** A person's preferences for videos in this browser (rules/learning#players). */
export interface PlayerPreferences {
  /** 1 is normal speed. */
  rate: number
  /** The language of the captions; null for none. */
  captions: string | null
}

const KEY = 'rookies-player'

/** Returns the last chosen speed and captions in this browser, and defaults for missing or invalid ones. */
export function playerPreferences(): PlayerPreferences {
  const kept = fieldsOf(localStore.getItem(KEY))
  return {
    rate: positiveOf(kept?.rate) ?? 1,
    captions: typeof kept?.captions === 'string' ? kept.captions : null,
  }
}

/** Stores a choice for the next video. */
export function rememberPlayer(change: Partial<PlayerPreferences>): void {
  localStore.setItem(KEY, JSON.stringify({ ...playerPreferences(), ...change }))
}
