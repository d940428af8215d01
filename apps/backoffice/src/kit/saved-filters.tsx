import { Button, Flex, Input, Typography } from 'antd'
import { Bookmark, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { usePerson } from '../app/person'
import { PopoverButton } from '../ui/popover-button'
import { QuietButton } from '../ui/quiet-button'
import { useStored } from '../ui/use-stored'

interface SavedFilter {
  name: string
  /** The query string of the list's address. */
  query: string
}

const NONE: readonly SavedFilter[] = []

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

/** The filters and the order in a fixed sequence; without the page. */
function queryOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  params.sort()
  return params.toString()
}

/** A menu of filters that a person has saved under a name in this browser. A saved filter is a query string. */
export function SavedFilters() {
  const { account } = usePerson()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [saved, keep] = useStored(`rookies-filters:${account.id}:${pathname}`, parseFilters, NONE)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const id = useId()
  const query = queryOf(search)
  const current = saved.find((one) => one.query === query)
  if (saved.length === 0 && query === '') return null

  const save = () => {
    const wanted = name.trim()
    if (wanted === '') return
    keep([...saved.filter((one) => one.name !== wanted), { name: wanted, query }])
    setName('')
    setOpen(false)
  }

  return (
    <PopoverButton
      title="Saved Filters"
      open={open}
      onOpenChange={setOpen}
      button={(attributes) => (
        <Button {...attributes} type="text" icon={<Bookmark aria-hidden="true" />}>
          {current?.name ?? 'Saved Filters'}
        </Button>
      )}
    >
      {saved.map((one) => (
        <Flex key={one.name} justify="space-between" align="center">
          <Button
            type="link"
            style={NAME}
            onClick={() => {
              setOpen(false)
              navigate({ pathname, search: one.query })
            }}
          >
            {one.name}
          </Button>
          <QuietButton
            aria-label={`Remove ${one.name}`}
            title="Remove"
            icon={<X aria-hidden="true" />}
            onClick={() => keep(saved.filter((other) => other !== one))}
          />
        </Flex>
      ))}
      {saved.length === 0 && (
        <Typography.Text type="secondary">
          Save the filters that are set now, and find them here by their name.
        </Typography.Text>
      )}
      {query !== '' && !current && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <label htmlFor={id}>Name of the filters that are set now</label>
          <Flex gap="small">
            {/* A name that is not saved yet is still here when the panel is opened again. */}
            <Input
              id={id}
              maxLength={60}
              required
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Button htmlType="submit">Save</Button>
          </Flex>
        </form>
      )}
    </PopoverButton>
  )
}

/** A long name is cut, so that it stays beside its button. */
const NAME = { flexShrink: 1, minWidth: 0, paddingInline: 0, overflow: 'hidden' } as const
