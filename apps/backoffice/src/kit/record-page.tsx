import { Card, Descriptions, type DescriptionsProps, Tabs, type TabsProps } from 'antd'
import { useAddressState } from '../app/use-address-state'
import { PageHeader, type PageHeaderProps } from '../ui/page-header'
import { popupPlace } from '../ui/popup-place'

export type Facts = NonNullable<DescriptionsProps['items']>
export type RecordTabs = NonNullable<TabsProps['items']>

interface RecordPageProps extends PageHeaderProps {
  /** A fact whose content is null is left out. */
  facts?: Facts
  /** The content of a tab is mounted when the tab is opened. */
  tabs: RecordTabs
  /** The name of the parameter in the address that keeps the open tab; the first tab needs none. */
  tabParam?: string
}

const CENTERED = { alignItems: 'center' }
const BELOW = { marginBlockStart: 'var(--space-4)' }

/** In px. With this gap, the nine tabs of a person fit a window 1280 px wide, so that none moves into the menu. */
const GUTTER = 24

/** The page of one record: its header, facts about it, and tabs. */
export function RecordPage({ facts, tabs, tabParam = 'tab', ...header }: RecordPageProps) {
  const { params, change } = useAddressState()
  const [first] = tabs
  const open = tabs.find(({ key }) => key === params.get(tabParam)) ?? first
  const onChange = (tab: string) => {
    // The other parameters belong to the tab that closes, so they are removed.
    const cleared = Object.fromEntries([...params.keys()].map((name) => [name, null]))
    change({ ...cleared, [tabParam]: tab === first?.key ? null : tab })
  }
  return (
    <>
      <PageHeader {...header} />
      {facts && (
        <Card size="small">
          <Descriptions
            size="small"
            styles={{ label: CENTERED, content: CENTERED }}
            column={{ xs: 1, sm: 1, md: 1, lg: 2, xl: 3 }}
            items={facts.filter(({ children }) => children !== null)}
          />
        </Card>
      )}
      <Tabs
        {...(facts && { style: BELOW })}
        getPopupContainer={popupPlace}
        destroyOnHidden
        tabBarGutter={GUTTER}
        {...(open && { activeKey: open.key })}
        onChange={onChange}
        items={tabs}
      />
    </>
  )
}
