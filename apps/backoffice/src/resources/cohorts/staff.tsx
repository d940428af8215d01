import { type BaseRecord, useCreate, useDelete, useUpdate } from '@refinedev/core'
import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_DUTIES, type CohortDuty, type CohortStaff } from '@rookies/data/cohorts/cohort-list'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import type { NewStaff } from '@rookies/data/cohorts/cohort-staff'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast } from '@rookies/data/toasts'
import { formatPeople } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex } from 'antd'
import { UserCog } from 'lucide-react'
import { useId, useState } from 'react'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { PersonLink } from '../../app/person-link'
import { useToasts } from '../../app/toasts'
import { useReadAgainOf } from '../../app/use-read-again'
import { ListTable } from '../../kit/list-table'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { Question } from '../../kit/question'
import { SelectField } from '../../ui/select-field'
import { Subject } from '../../ui/subject'
import { DUTY_LABELS } from './state-labels'

/** Shown beside people who are already in the list below, where their role can be changed. */
const ALREADY_STAFF = 'looks after this cohort'
const DUTIES = COHORT_DUTIES.map((value) => ({ value, label: DUTY_LABELS[value] }))

/** Lists the staff who look after a cohort (rules/cohorts#staff). */
export function CohortStaffTab({ cohort }: { cohort: CohortDetails }) {
  const mayAdd = useMay('cohort_staff', 'create')
  const mayChange = useMay('cohort_staff', 'update')
  const mayRemove = useMay('cohort_staff', 'delete')
  const changed = useReadAgainOf('cohorts')
  const [toRemove, setToRemove] = useState<CohortStaff | null>(null)
  const { mutate: update, mutation: updating } = useUpdate({ resource: 'cohort_staff' })
  const { mutate: remove, mutation: removing } = useDelete<BaseRecord, RequestError>()

  const setDuty = ({ id }: CohortStaff, duty: CohortDuty) =>
    update(
      {
        id,
        values: { duty },
        meta: { cohort_id: cohort.id },
        successNotification: toast(COHORT_MESSAGES.staffAdded, 'success'),
        errorNotification: toast(COHORT_MESSAGES.staffFailed, 'error'),
      },
      { onSettled: changed },
    )

  return (
    <>
      {mayAdd && <AddStaff cohort={cohort} />}
      <ListTable<CohortStaff>
        label="Staff"
        many="staff"
        records={cohort.staff}
        count={formatPeople(cohort.staff.length)}
        columns={[
          {
            key: 'name',
            title: 'Name',
            place: 'lead',
            render: ({ id, name }) => <PersonLink id={id}>{name}</PersonLink>,
          },
          {
            key: 'duty',
            title: 'Duty',
            place: 'left',
            width: '12rem',
            render: (staff) =>
              mayChange ? (
                <SelectField
                  label={`Duty of ${staff.name}`}
                  value={staff.duty}
                  options={DUTIES}
                  disabled={updating.isPending}
                  onChange={(duty) => setDuty(staff, duty)}
                />
              ) : (
                DUTY_LABELS[staff.duty]
              ),
          },
          ...(mayRemove
            ? [
                {
                  key: 'actions',
                  title: <VisuallyHidden>Actions</VisuallyHidden>,
                  place: 'corner' as const,
                  actions: true,
                  width: '8rem',
                  align: 'right' as const,
                  render: (staff: CohortStaff) => (
                    <Button
                      size="small"
                      type="text"
                      danger
                      aria-label={`Remove ${staff.name}`}
                      onClick={() => setToRemove(staff)}
                    >
                      Remove
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        empty={{
          icon: <UserCog />,
          title: 'No staff yet',
          text: mayAdd
            ? 'Add administrators and moderators who look after this cohort.'
            : 'An administrator can add people who look after this cohort.',
        }}
      />
      {toRemove && (
        <Question
          title="End this duty?"
          subject={<Subject name={toRemove.name} more={DUTY_LABELS[toRemove.duty]} />}
          confirm="End Duty"
          danger
          busy={removing.isPending}
          onConfirm={() =>
            remove(
              {
                resource: 'cohort_staff',
                id: toRemove.id,
                meta: { cohort_id: cohort.id },
                successNotification: toast(COHORT_MESSAGES.staffRemoved, 'success'),
                errorNotification: toast(COHORT_MESSAGES.staffFailed, 'error'),
              },
              {
                onSettled: async () => {
                  await changed()
                  setToRemove(null)
                },
              },
            )
          }
          onClose={() => setToRemove(null)}
        >
          <p>They no longer look after this cohort. What their role lets them do stays.</p>
        </Question>
      )}
    </>
  )
}

/**
 * Chooses a person and their role in the cohort. The database refuses anyone who is neither administrator nor
 * moderator.
 */
function AddStaff({ cohort }: { cohort: CohortDetails }) {
  const id = useId()
  const toasts = useToasts()
  const changed = useReadAgainOf('cohorts')
  const [person, setPerson] = useState<ChosenPerson | null>(null)
  const [duty, setDuty] = useState<CohortDuty>('COACH')
  const { mutate, mutation } = useCreate<BaseRecord, RequestError, NewStaff>({
    resource: 'cohort_staff',
    successNotification: false,
    errorNotification: false,
  })
  const add = ({ id }: ChosenPerson) =>
    mutate(
      { values: { cohort_id: cohort.id, user_id: id, duty } },
      {
        onSuccess: () => {
          toasts.succeeded(COHORT_MESSAGES.staffAdded)
          setPerson(null)
        },
        onError: (error) => toasts.failed(failureToast(COHORT_MESSAGES.staffFailed, error)),
        onSettled: changed,
      },
    )
  return (
    <Flex wrap align="center" gap="small" style={BAR}>
      <label htmlFor={id}>Add</label>
      <div style={PERSON}>
        <PersonSelect
          id={id}
          value={person}
          onChange={setPerson}
          state="staff"
          refusal={({ id }) =>
            cohort.staff.some((one) => one.id === id) ? ALREADY_STAFF : undefined
          }
          placeholder="Search administrators and moderators..."
        />
      </div>
      <SelectField label="Duty" value={duty} options={DUTIES} onChange={setDuty} />
      <Button
        data-writes
        loading={mutation.isPending}
        disabled={person === null}
        onClick={() => person && add(person)}
      >
        Add to Staff
      </Button>
    </Flex>
  )
}

const BAR = { marginBottom: 'var(--space-4)' } as const
const PERSON = {
  display: 'grid',
  flex: '1 1 12rem',
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxWidth: '28rem',
  minWidth: 0,
} as const
