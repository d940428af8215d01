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
  try {
    const kept = fieldsOf(localStorage.getItem(KEY))
    return {
      rate: positiveOf(kept?.rate) ?? 1,
      captions: typeof kept?.captions === 'string' ? kept.captions : null,
    }
  } catch {
    return { rate: 1, captions: null }
  }
}

/** Keeps what was chosen just now, for the next video. */
export function rememberPlayer(change: Partial<PlayerPreferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...playerPreferences(), ...change }))
  } catch {
    // A browser that keeps nothing plays at the ordinary speed next time.
  }
}
