import { minuteNow, onMinute } from '@rookies/data/time/minutes'
import { useSyncExternalStore } from 'react'

/** The current time in milliseconds by the server's clock, updated each minute. */
export const useNow = (): number => useSyncExternalStore(onMinute, minuteNow)
