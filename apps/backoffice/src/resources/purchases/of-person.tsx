import { CreditCard } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { PersonList } from '../../people/person-list'
import { purchaseColumns } from './columns'

const THEIR_PURCHASES = purchaseColumns({ onAssign: null, onRefund: null }).filter(
  ({ key }) => key !== 'member',
)

/** A person's purchases, on their page. */
export function PersonPurchases({ id }: { id: string }) {
  const read = useRead('profiles/purchases', { input: { id } })
  return (
    <PersonList
      label="Purchases"
      read={read}
      columns={THEIR_PURCHASES}
      empty="No purchases"
      icon={<CreditCard />}
    />
  )
}
