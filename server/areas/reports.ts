import type { reports as reportCalls } from '../../contract/reports.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { studentResults, visibleAssignment } from './assignments.ts';
import { classActivity } from './reports/classActivity.ts';
import { quizStatistics } from './reports/quizStatistics.ts';
import { release } from './reports/release.ts';
import { studentAnswers } from './reports/studentAnswers.ts';
import { studentProgress } from './reports/studentProgress.ts';

export const reports: HandlersOf<typeof reportCalls> = {
  ...release,
  studentList: async ({ query }, { ports, user }) =>
    studentResults(ports.db, await visibleAssignment(ports.db, user, query.group_assignment_id)),
  quizStatistics,
  studentAnswers,
  classActivity: ({ query }, context) => classActivity(query.group_assignment_id, context),
  studentProgress,
};
