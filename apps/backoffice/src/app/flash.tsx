import type { NotificationProvider } from '@refinedev/core'
import { tabStore } from '@rookies/data/device/store'
import { type FlashName, readAndRemoveFlash, setFlash } from '@rookies/data/session/flash'
import { hasFlash } from '@rookies/data/session/flash-key'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Stores a message that the next screen shows, also after a page load. */
export function leaveFlash(name: FlashName): void {
  setFlash(tabStore, name, Date.now())
}

interface FlashProps {
  toasts: Pick<NotificationProvider, 'open'>
}

/** Shows the message that the previous screen stored. */
export function Flash({ toasts }: FlashProps) {
  const { key } = useLocation()
  return <OneFlash key={key} toasts={toasts} />
}

function OneFlash({ toasts }: FlashProps) {
  useEffect(() => {
    if (!hasFlash(tabStore)) return
    const flash = readAndRemoveFlash(tabStore, Date.now())
    if (flash) toasts.open({ type: flash.tone, message: flash.text, description: flash.title })
  }, [toasts])
  return null
}
