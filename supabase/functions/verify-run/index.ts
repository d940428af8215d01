// Edge function: runs the tests of a run that a learner handed in, or those that prove an exercise
// (rules/exercises#verdict, rules/exercises#proof). Every project sets SUPABASE_URL, SUPABASE_ANON_KEY and
// SUPABASE_SERVICE_ROLE_KEY.
import { runExercise } from '../../../libs/exercise-engine/src/run/run.ts'
import { serveCall, setting } from '../_shared/serve.ts'
import { verifyRun } from './verify-run.ts'

serveCall((body, caller) =>
  verifyRun(body, {
    ...caller,
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    serviceKey: setting('SUPABASE_SERVICE_ROLE_KEY'),
    // The platform ends a call that takes more than two seconds of processor time.
    run: (input) => runExercise(input),
    // Each call runs in a new instance with its own engine.
    inTurn: (_person, work) => work(),
    log: (line) => console.error(line),
  }),
)
