import { latinKey } from '@rookies/ui/keys/latin-key'

interface Platform {
  platform?: string
}

/** How a shortcut with Ctrl, or on Apple's machines with Command, is written where this runs. */
export function shortcutLabel(key: string, { platform = '' }: Platform = navigator): string {
  return /mac|iphone|ipad/i.test(platform) ? `⌘${key}` : `Ctrl+${key}`
}

/** Whether a key press is a letter with Ctrl or Command and nothing else; a held key counts once. */
export function isShortcut(event: KeyboardEvent, letter: string): boolean {
  const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return command && latinKey(event) === letter
}
