// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import studentLearnoReportView from '../../src/views/studentReports/studentLearnoReportView.report.tsx';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { answersHandedIn, handInQuiz } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

/** Ana's attempt at a quiz that the provider delivers. */
async function provided(backend: TestServer): Promise<number> {
  await handInQuiz(backend);
  const item = backend.db.selectFrom('quiz').select('item_id').where('quiz_id', '=', quiz_id);
  await backend.db.updateTable('content_item').set({ is_learnosity_enabled: 1 }).where('item_id', '=', item).execute();
  const { result_id } = await backend.db
    .selectFrom('attempt')
    .select('result_id')
    .where('user_puid', '=', ids.ana)
    .executeTakeFirstOrThrow();
  return result_id;
}

describeReport(studentLearnoReportView, {
  as: 'tess',
  prepare: async (backend) => [await provided(backend)],
  heading: 'quiz',
  figures: {
    [m.reports_attempt()]: '1',
    Status: 'Graded',
    Score: m.student_score({ score: 1, max: 13 }),
    [m.reports_submitted_at()]: 'Tue, Jan 15, 9:00 AM',
    Time: '1 min',
    [m.studentReports_provider()]: m.studentReports_provider_built_in(),
  },
  table: answersHandedIn,
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

it('says where the answers are that Learnosity keeps', async () => {
  const opened = await openScreen();
  const result_id = await provided(opened.network.backend);
  await opened.network.backend.db.updateTable('attempt').set({ score: null }).where('result_id', '=', result_id).execute();
  await opened.signIn('tess');
  const Page = studentLearnoReportView;
  const { declaration } = Page;
  render(
    <AtRoute app={opened.app} address={addressOf(declaration, result_id)} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  await screen.findByText(m.studentReports_elsewhere());
  shown(m.studentReports_provider_learnosity());
  expect(screen.queryByRole('table')).toBeNull();
});
