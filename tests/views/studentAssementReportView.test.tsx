// @vitest-environment jsdom

import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import studentAssementReportView from '../../src/views/studentReports/studentAssementReportView.report.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { describeReport } from './kit/describeReport.tsx';
import { answersHandedIn, figuresHandedIn, handInQuiz } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';

installNetwork();

const attempts = [m.reports_attempt(), m.reports_result(), m.reports_begun(), m.reports_submitted_at(), 'Score', 'Time'];

/** The attempt that ana submitted, which a reassignment replaced. She has started another one. */
describeReport(studentAssementReportView, {
  as: 'tess',
  prepare: async (backend) => {
    const { group_assignment_id, lesson_id } = await handInQuiz(backend);
    const tess = await backend.signIn('tess');
    await tess.ok(calls.reassign, {
      ...{ assigned_by_puid: ids.tess, reassigned_lessonid: lesson_id, quiz_assessment_id: quiz_id, item_type_id: 10 },
      ...{ schoolyear: '2029-2030', reassigned_students: [ids.ana], reassign_date: new Date(backend.clock.now).toISOString() },
      group_assignment_id,
    });
    const ana = await backend.signIn('ana');
    await ana.ok(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
    const { result_id } = await backend.db.selectFrom('earlier_attempt').select('result_id').executeTakeFirstOrThrow();
    return [result_id];
  },
  heading: 'quiz',
  figures: figuresHandedIn,
  table: answersHandedIn,
  sections: {
    [m.studentReports_other_attempts()]: [attempts, ['Attempt 2', m.reports_state_started(), 'Tue, Jan 15, 9:00 AM', '–', '–', '0 min']],
  },
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for an attempt that there is none of': { as: 'tess', ids: [1] },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});
