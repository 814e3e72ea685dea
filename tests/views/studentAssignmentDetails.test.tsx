// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { assignmentResourceDetails } from '../../src/views/assignmentReports/assignmentResourceDetails.screen.ts';
import studentAssignmentDetails from '../../src/views/assignmentReports/studentAssignmentDetails.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

const few = m.reports_not_enough();
const when = ['Sat, Jan 12, 9:00 AM', 'Sun, Jan 13, 9:00 AM'];

describeReport(studentAssignmentDetails, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [odd.unscored, ids.ana];
  },
  heading: 'ana Person',
  figures: {
    [m.teacher_state()]: 'Completed',
    [m.teacher_done()]: '75%',
    [m.teacher_time()]: '10 min',
    [m.teacher_last_active()]: 'Sun, Jan 13, 9:00 AM',
  },
  missing: m.assignmentReports_not_begun({ count: 1, names: 'assessment' }),
  table: [
    [
      ...[
        m.teacher_number(),
        m.assignmentReports_resource(),
        m.library_kind(),
        m.teacher_state(),
        'Time',
        m.assignmentReports_median_time(),
      ],
      ...[m.assignmentReports_position(), 'Score', m.reports_begun(), m.teacher_last_active()],
    ],
    ['1', 'reading', 'Reading', 'Completed', '3 min', few, 'page 1', '–', ...when],
    ['2', 'video', 'Video', 'Completed', '3 min', few, 'at 0:00', '–', ...when],
    ['3', 'quiz', 'Quiz', 'Completed', '3 min', few, '–', m.classReports_waiting(), ...when],
    ['4', 'assessment', 'Assessment', m.teacher_not_started(), '–', few, '–', '–', '–', '–'],
  ],
  leadsTo: () => addressOf(assignmentResourceDetails, odd.unscored, resourceIds(ids.freeLesson).reading),
  refused: {
    'a teacher of another class': { as: 'tom' },
    'anybody for a student who left the class': { as: 'tess', ids: [odd.unscored, odd.left] },
    'an administrator of another district': { as: 'dora' },
  },
});

it.each([
  ['who has begun', ids.ana, 1],
  ['who has begun nothing', odd.long, 0],
])('draws the time of a student %s in %s charts', async (_, student, charts) => {
  const opened = await openScreen();
  await makeOddClass(opened.network.backend);
  await opened.signIn('tess');
  const Page = studentAssignmentDetails;
  const { declaration } = Page;
  render(
    <AtRoute app={opened.app} address={addressOf(declaration, odd.unscored, student)} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  await screen.findByRole('rowheader', { name: 'reading' });
  // The first of these tests loads the charts.
  if (charts > 0) await screen.findByRole('figure');
  expect(screen.queryAllByRole('figure')).toHaveLength(charts);
});
