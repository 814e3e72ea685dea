import * as v from 'valibot';
import { call, students } from './kit.ts';

/** HTTP status of refusals while a timed assessment closes content. */
export const closedWhileRunning = 423;

/** A student's timed assessment in progress that closes content to them: started, not submitted, and not over. */
export const RunningAssessment = v.object({
  result_id: v.number(),
  quiz_id: v.number(),
  title: v.string(),
  lesson_id: v.number(),
  assignment_id: v.number(),
  group_assignment_id: v.number(),
  /** `PlayerResource.id` of the assessment. */
  lesson_resource_id: v.number(),
  /** When the time ends, by the server's clock: ISO instant. */
  end_time: v.string(),
});
export type RunningAssessment = v.InferOutput<typeof RunningAssessment>;

export const closing = {
  runningAssessment: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_running_assessment',
    summary: 'Get the running timed assessment that closes content to the student; null if none',
    access: students,
    data: v.nullable(RunningAssessment),
    onFailure: 'log',
    origin: 'ours',
  }),
};
