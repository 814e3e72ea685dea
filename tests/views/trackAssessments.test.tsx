// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { assessmentStatus } from '../../src/views/classReports/assessmentStatus.screen.ts';
import TrackAssessments from '../../src/views/classReports/trackAssessments.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

describeReport(TrackAssessments, {
  as: 'tess',
  prepare: async (backend) => {
    await makeOddClass(backend);
    return [ids.class];
  },
  heading: m.classReports_track_of({ name: 'Science 6, Period 2' }),
  table: [
    [
      'Assessment',
      'From',
      m.teacher_not_started(),
      m.reports_state_started(),
      'Submitted',
      'Graded',
      'Scheduled',
      'Released',
      'Unreleased',
      'Actions',
    ],
    ['quiz', 'Jan 11', '2', '0', '1', '1', '0', '0', '0', ''],
    ['assessment', 'Jan 11', '4', '0', '0', '0', '0', '0', '0', ''],
    ['quiz', 'Jan 10', '4', '0', '0', '0', '0', '0', '0', ''],
    ['quiz', 'Dec 26, 2029', '2', '0', '0', '1', '0', '1', '0', ''],
  ],
  filed: [
    ['Lesson', 'Due', m.classReports_unreleased(), m.classReports_waiting(), m.classReports_class_release()],
    ['In any order', '', '2', '1', ''],
    ['In any order', '', '0', '0', ''],
    ['In order', 'Jan 20', '0', '0', ''],
    ['In order', 'Jan 5', '1', '0', ''],
  ],
  leadsTo: () => `${addressOf(assessmentStatus, ids.class, quiz_id)}?assignment=${odd.unscored}`,
  refused: {
    'a teacher of another class': { as: 'tom' },
    'an administrator of another school': { as: 'sid' },
    'an administrator of another district': { as: 'dora' },
  },
});

/** Opens the page and returns how to choose an action of the quiz that was due. */
async function open() {
  const opened = await openScreen();
  await makeOddClass(opened.network.backend);
  await opened.signIn('tess');
  const { declaration } = TrackAssessments;
  render(
    <AtRoute app={opened.app} address={addressOf(declaration, ids.class)} path={`/authenticated/${declaration.path}`}>
      <TrackAssessments />
    </AtRoute>,
  );
  const row = async () => {
    const found = (await screen.findAllByRole('row')).find(({ textContent }) => textContent?.includes('Dec 26'));
    return within(found as HTMLElement);
  };
  const choose = async (action: string) => {
    fireEvent.click((await row()).getByRole('button', { name: m.classReports_actions_of({ title: 'quiz' }) }));
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
    return within(await screen.findByRole('dialog'));
  };
  const { db } = opened.network.backend;
  const statesNow = async () =>
    (
      await db
        .selectFrom('attempt')
        .select(['user_puid', 'state'])
        .where('group_assignment_id', '=', odd.due)
        .where('user_puid', 'in', [ids.ana, ids.ben])
        .orderBy('user_puid')
        .execute()
    ).map(({ state }) => state);
  return { row, choose, statesNow };
}

it('releases the results of an assessment, says who is missing, and takes them back', async () => {
  const { choose, statesNow } = await open();
  const release = await choose(m.reports_release());
  expect(release.getByText(/Éva/).textContent).toContain('Person, gus');
  fireEvent.click(release.getByRole('button', { name: m.reports_do_release() }));
  await waitFor(async () => expect(await statesNow()).toEqual(['released', 'released']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const recall = await choose(m.reports_recall());
  fireEvent.click(recall.getByRole('button', { name: m.reports_do_recall() }));
  await waitFor(async () => expect(await statesNow()).toEqual(['recalled', 'recalled']));
});

it('reassigns an assessment in the steps of the result page', async () => {
  const { choose } = await open();
  const reassign = await choose('Reassign');
  expect(await reassign.findByText('Person, ben')).toBeTruthy();
  shown(m.reports_reassign_step({ step: 1, name: m.reports_reassign_who() }));
});

it('says why an action is not possible', async () => {
  await open();
  const rows = await screen.findAllByRole('row');
  const row = within(rows.find(({ textContent }) => textContent?.includes('Jan 10')) as HTMLElement);
  fireEvent.click(row.getByRole('button', { name: m.classReports_actions_of({ title: 'quiz' }) }));
  const item = await screen.findByRole('menuitem', { name: /^Reassign/ });
  expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual(['true', expect.stringContaining(m.classReports_no_result())]);
});
