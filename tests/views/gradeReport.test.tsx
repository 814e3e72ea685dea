// @vitest-environment jsdom

import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { gradeQuestions } from '../../src/views/autograde/questions.screen.ts';
import GradeReport from '../../src/views/autograde/report.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

describeReport(GradeReport, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [];
  },
  heading: m.autograde_title(),
  table: [
    ['Assessment', m.teacher_class(), m.library_kind(), m.autograde_answers(), m.classReports_waiting(), m.autograde_by_person()],
    ['quiz', 'Science 6, Period 2', 'Quiz', '22', '1', '0'],
  ],
  leadsTo: () => `${addressOf(gradeQuestions, idOf('course/unit/sub/quiz'), ResourceType.quiz)}?class=${ids.class}`,
  refused: {},
});
