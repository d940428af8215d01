import { Button } from 'antd'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { usePerson } from '../app/person'
import { lazyComponent } from '../ui/lazy-component'
import { PopoverButton } from '../ui/popover-button'
import { useStored } from '../ui/use-stored'

export interface SavedFilter {
  name: string
  /** The query string of the list's address. */
  query: string
}

const NONE: readonly SavedFilter[] = []

const Panel = lazyComponent(
  () => import('./saved-filters-panel'),
  (module) => module.SavedFiltersPanel,
)

function isSavedFilter(json: unknown): json is SavedFilter {
  return (
    typeof json === 'object' &&
    json !== null &&
    typeof Reflect.get(json, 'name') === 'string' &&
    typeof Reflect.get(json, 'query') === 'string'
  )
}

const parseFilters = (json: unknown) =>
  Array.isArray(json) && json.every(isSavedFilter) ? json : null

/** Returns the filters and the order of an address in a fixed sequence, without the page. */
function queryOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  params.sort()
  return params.toString()
}

/** A menu of filters that the person has saved by name in this browser, each as a query string. */
export function SavedFilters() {
  const { account } = usePerson()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [saved, keep] = useStored(`rookies-filters:${account.id}:${pathname}`, parseFilters, NONE)
  const [open, setOpen] = useState(false)
  /** The typed name; kept while the panel is closed. */
  const [name, setName] = useState('')
  const query = queryOf(search)
  const current = saved.find((one) => one.query === query)
  if (saved.length === 0 && query === '') return null

  return (
    <PopoverButton
      title="Saved Filters"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      button={(attributes) => (
        <Button {...attributes} icon={<Bookmark aria-hidden="true" />}>
          {current?.name ?? 'Saved Filters'}
        </Button>
      )}
    >
      {(panel) => (
        <Panel
          {...panel}
          saved={saved}
          query={current ? '' : query}
          name={name}
          onName={setName}
          onSaved={keep}
          onOpen={(search) => navigate({ pathname, search })}
        />
      )}
    </PopoverButton>
  )
}
