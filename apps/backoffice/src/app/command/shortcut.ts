import { latinKey } from '@rookies/ui/keys/latin-key'

interface Platform {
  platform?: string
}

/** Returns the label of a shortcut: with Ctrl, or with Command on Apple's systems. */
export function shortcutLabel(key: string, { platform = '' }: Platform = navigator): string {
  return /mac|iphone|ipad/i.test(platform) ? `⌘${key}` : `Ctrl+${key}`
}

/** Whether a key press is a letter with Ctrl or Command and no other key. A held key counts once. */
export function isShortcut(event: KeyboardEvent, letter: string): boolean {
  const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return command && latinKey(event) === letter
}
