import type { RepositoryRow } from '@rookies/data/assignments/repositories'
import { shortSha } from '@rookies/data/assignments/result'
import { testTitle } from '@rookies/data/exercises/exercise-run'
import { formatNumber } from '@rookies/data/wording'
import { Moment, Nothing, OutsideLink } from '../../kit/cells'
import { PersonCell } from '../../kit/person-cell'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'

/** The columns of the table of repositories (rules/repositories#table). */
export const REPOSITORY_COLUMNS: readonly RecordColumn<RepositoryRow>[] = [
  {
    key: 'person',
    title: 'Person',
    place: 'lead',
    ellipsis: true,
    render: ({ person }) => <PersonCell person={{ ...person, email: person.email ?? '' }} />,
  },
  {
    key: 'repository',
    title: 'Repository',
    place: 'left',
    render: ({ repository }) =>
      repository ? (
        <span className={cells.below}>
          <OutsideLink to={repository.url}>{`${repository.owner}/${repository.name}`}</OutsideLink>
          <span className={cells.second}>
            {repository.connected_at ? (
              <>
                Connected <Moment of={repository.connected_at} />
              </>
            ) : (
              'Nothing was pushed yet'
            )}
          </span>
        </span>
      ) : (
        <span className={cells.fact}>No repository</span>
      ),
  },
  {
    key: 'result',
    title: 'Newest result',
    place: 'left',
    named: true,
    render: ({ result }) =>
      result ? (
        <>
          <StatusBadge
            tone={result.verdict === 'PASS' ? 'live' : 'danger'}
            label={result.verdict === 'PASS' ? 'Tests pass' : 'Tests fail'}
          />
          {result.first_failed !== null && (
            <span className={cells.below}>
              {testTitle(result.first_failed)}
              {result.failed > 1 && `, and ${formatNumber(result.failed - 1)} more`}
            </span>
          )}
        </>
      ) : (
        <Nothing />
      ),
  },
  {
    key: 'when',
    title: 'Tested',
    place: 'left',
    named: true,
    width: '10rem',
    render: ({ result }) =>
      result ? (
        <>
          <Ago at={result.received_at} />
          <span className={cells.below}>
            <OutsideLink to={result.commit_url}>{`Commit ${shortSha(result.sha)}`}</OutsideLink>
          </span>
        </>
      ) : (
        <Nothing />
      ),
  },
]
