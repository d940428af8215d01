import { type Expectation, forMembers, people } from './expectation'
import type { Victim } from './secrets'

const CODE = [{ path: 'main.js', text: 'x' }]

/** The functions of exercises and runs. */
export function ofExercises(victim: Victim): Record<string, Expectation> {
  return {
    exercise_of: forMembers({ lesson_id: victim.exercise }, 'PT404', 'refused'),
    exercise_solution: forMembers({ lesson_id: victim.exercise }, 'PT404', 'refused'),
    hand_in_run: forMembers(
      { lesson_id: victim.exercise, operation_id: victim.note, files: CODE },
      'PT404',
      'refused',
    ),
    save_exercise_draft: forMembers(
      { lesson_id: victim.exercise, files: CODE, revision: victim.note },
      'PT404',
      'refused',
    ),
    exercise_run: people({ run_id: victim.run }),

    // For the authors of exercises, and for staff who read runs.
    exercise_to_edit: people({ lesson_id: victim.exercise }),
    save_exercise: people({ lesson_id: victim.exercise, expected_version: 1, exercise: {} }),
    prove_exercise: people({ lesson_id: victim.exercise }),
    exercise_figures: people({ lesson_id: victim.exercise }),
    course_exercise_figures: people({ course_id: victim.course.course }),
    exercise_runs_of: people({ lesson_id: victim.exercise, user_id: victim.id }),
    person_exercises: people({ user_id: victim.id }),

    // For the service role.
    run_to_verify: people({ run_id: victim.run }),
    settle_run: people({ run_id: victim.run, verdict: 'PASS' }),
    exercise_to_prove: people({ lesson_id: victim.exercise }),
    count_killed_run: people({ person: victim.id }),
    forget_attempt: people({ run_id: victim.run }),
    settle_proof: people({ lesson_id: victim.exercise, version: 1, proved: true }),
  }
}
