import { minuteNow, onMinute } from '@rookies/data/time/minutes'
import { useSyncExternalStore } from 'react'

/**
 * The current time in milliseconds by the server's clock. It is updated each minute, for times that run out while a
 * person looks at them.
 */
export const useNow = (): number => useSyncExternalStore(onMinute, minuteNow)
