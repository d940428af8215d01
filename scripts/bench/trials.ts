/** Tests that the bench runs with more cases than `npm test` does, each with the label of its figure. */
export const TRIALS = [
  {
    stage: 'Writing over a bad connection',
    what: 'Writes lost or doubled in 10,000 operations over a bad connection',
    config: 'supabase/tests/wire.vitest.config.ts',
    file: 'supabase/tests/races/wide/outbox.test.ts',
    cases: 'OPERATIONS=10000',
  },
  {
    stage: 'Reading clocks in all zones',
    what: 'Wrong moments in 100,000 schedules over all zones and clock changes of 2020–2035',
    config: 'supabase/tests/vitest.config.ts',
    file: 'supabase/tests/wide/430-moments.test.ts',
    cases: 'SCHEDULES=100000',
  },
  {
    stage: 'Claiming by chance',
    what: 'Work reviewed twice, or set back, in 10,000 acts of reviewers at once',
    config: 'supabase/tests/vitest.config.ts',
    file: 'supabase/tests/wide/428-claims-by-chance.test.ts',
    cases: 'CLAIMS=10000',
  },
]
