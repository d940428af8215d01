import { reads, withoutInput } from '../records/named'
import { readSender } from './sender'
import { readSettingsPreview } from './settings-preview'

export const SETTINGS_READS = reads([], {
  'settings/preview': () => withoutInput(readSettingsPreview),
  'settings/sender':
    () =>
    (_client, _input, _signal, { functions }) =>
      readSender(functions),
})
