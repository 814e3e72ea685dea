// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import studentLearnoReportView from '../../src/views/studentReports/studentLearnoReportView.report.tsx';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { answersHandedIn, figuresHandedIn } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { providedAttempt } from './kit/providedAttempt.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

describeReport(studentLearnoReportView, {
  as: 'tess',
  prepare: async (backend) => [await providedAttempt(backend)],
  heading: 'quiz',
  figures: {
    ...figuresHandedIn,
    [m.studentReports_provider()]: m.studentReports_provider_built_in(),
  },
  table: answersHandedIn,
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

it('says that the answers are with Learnosity until the server has fetched them', async () => {
  const opened = await openScreen();
  const result_id = await providedAttempt(opened.network.backend, { isWaiting: true });
  await opened.signIn('tess');
  const Page = studentLearnoReportView;
  const { declaration } = Page;
  render(
    <AtRoute app={opened.app} address={addressOf(declaration, result_id)} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  await screen.findByText(m.studentReports_elsewhere());
  await screen.findByText(m.studentReports_waiting());
  shown(m.studentReports_provider_learnosity());
  expect(screen.queryByRole('table')).toBeNull();
});
