import { type CheckedLine, checkedLineText } from '@rookies/data/invites/import-invites'
import { Checkbox } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import styles from './many-invites.module.css'

/** Rows that are drawn; a list of two thousand is looked through by its problems. */
const MOST_ROWS = 200

/** The dry run: every line, and what would come of it. */
export function ManyVerdicts({ verdicts }: { verdicts: readonly CheckedLine[] }) {
  const wrong = verdicts.filter(({ state }) => state !== 'VALID')
  const [onlyWrong, setOnlyWrong] = useState(false)
  const ready = verdicts.length - wrong.length
  const rows = onlyWrong ? wrong : verdicts
  return (
    <>
      <p className={styles.counts} role="status">
        <strong>{`${ready.toLocaleString('en-US')} ready`}</strong>
        {wrong.length > 0 && `, ${wrong.length.toLocaleString('en-US')} will be left out`}
      </p>
      {wrong.length > 0 && ready > 0 && (
        <Checkbox checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)}>
          Show only what will be left out
        </Checkbox>
      )}
      <VerdictTable rows={rows} />
    </>
  )
}

/** Lines with what is, or was, the matter with each. */
export function VerdictTable({ rows }: { rows: readonly CheckedLine[] }) {
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Email</th>
              <th scope="col">Gives</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {keyed(rows.slice(0, MOST_ROWS)).map(({ key, row }) => (
              <tr key={key} data-wrong={isWrong(row) || undefined}>
                <td>{row.at}</td>
                <td className={styles.address}>{row.email || '(empty)'}</td>
                <td className={styles.gives}>{gives(row)}</td>
                <td className={styles.result}>
                  {isWrong(row) ? (
                    <CircleAlert aria-hidden="true" />
                  ) : (
                    <CircleCheck aria-hidden="true" />
                  )}
                  {checkedLineText(row)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && (
        <p className={styles.hint}>
          {`And ${(rows.length - MOST_ROWS).toLocaleString('en-US')} more lines.`}
        </p>
      )}
    </>
  )
}

/** Several addresses may stand on one line, and the same one twice. */
function keyed(rows: readonly CheckedLine[]): { key: string; row: CheckedLine }[] {
  const times = new Map<string, number>()
  return rows.map((row) => {
    const name = `${row.at} ${row.email}`
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return { key: `${name} ${time}`, row }
  })
}

const isWrong = ({ state }: CheckedLine) => state !== 'VALID' && state !== 'CREATED'

function gives({ role, titles }: CheckedLine): string {
  const name = role.charAt(0) + role.slice(1).toLowerCase()
  return [name, ...titles].join(', ')
}
