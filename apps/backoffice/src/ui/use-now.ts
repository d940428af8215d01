import { minuteNow, onMinute } from '@rookies/data/time/minutes'
import { useSyncExternalStore } from 'react'

/**
 * Returns the current time in milliseconds by the server's clock. The time changes each minute, so that labels of
 * ending times stay correct.
 */
export const useNow = (): number => useSyncExternalStore(onMinute, minuteNow)
