import { Button, Flex, Input } from 'antd'
import { Search, X } from 'lucide-react'
import {
  type ComponentType,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useModalDialog } from '../../ui/use-modal-dialog'
import type { CommandListProps, CommandListState } from './command-list'
import { SearchFailed } from './command-notes'
import styles from './command-palette.module.css'

interface CommandPaletteProps {
  toggleSidebar: () => void
  onClose: () => void
}

const PROMPT = 'Search screens, courses, cohorts, people, actions'

/** The most characters that the field takes. */
const MAX_LENGTH = 100

/** Imports the list. When the import fails, the next call tries again. */
export const fetchCommandList = () => import('./command-list')

/**
 * The dialog of the command palette. Its field appears at once and takes every key press; the code of its list loads
 * separately and then searches the text typed so far. Closing returns the focus to the button.
 */
export function CommandPalette({ toggleSidebar, onClose }: CommandPaletteProps) {
  const dialog = useModalDialog({ open: true, onClose })
  const onKey = useRef<((event: KeyboardEvent) => void) | null>(null)
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const [list, setList] = useState<CommandListState>({ busy: true })
  const [List, setPart] = useState<ComponentType<CommandListProps> | null>(null)
  const [failed, setFailed] = useState(false)

  const load = useCallback(() => {
    setFailed(false)
    fetchCommandList().then(
      ({ CommandList }) => setPart(() => CommandList),
      () => setFailed(true),
    )
  }, [])
  useEffect(load, [load])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (onKey.current) onKey.current(event)
    else if (event.key === 'Enter') setEntered(true)
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search and commands">
      <Flex vertical flex={1} style={{ minWidth: 0 }}>
        <div className={styles.field} data-busy={list.busy && !failed}>
          <Input
            variant="borderless"
            size="large"
            prefix={<Search aria-hidden="true" />}
            suffix={
              <Button
                type="text"
                icon={<X aria-hidden="true" />}
                aria-label="Close"
                onClick={onClose}
              />
            }
            role="combobox"
            aria-label={PROMPT}
            placeholder={PROMPT}
            aria-autocomplete="list"
            aria-expanded={list.id !== undefined}
            aria-controls={list.id}
            aria-activedescendant={list.active}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_LENGTH}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setEntered(false)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {List && (
          <List
            toggleSidebar={toggleSidebar}
            typed={typed}
            entered={entered}
            onList={setList}
            onKey={onKey}
            onClose={onClose}
          />
        )}
        {failed && (
          <SearchFailed
            text="Commands could not be loaded. Check your connection and try again."
            onRetry={load}
          />
        )}
      </Flex>
    </dialog>
  )
}
