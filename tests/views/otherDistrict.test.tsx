// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { Role } from '../../contract/kit.ts';
import { m } from '../../src/paraglide/messages.js';
import TrackAssessments from '../../src/views/classReports/trackAssessments.report.tsx';
import ViewReport from '../../src/views/classReports/viewReport.report.tsx';
import { viewReport } from '../../src/views/classReports/viewReport.screen.ts';
import GroupsPage from '../../src/views/groups/GroupsPage.tsx';
import { groups } from '../../src/views/groups/groups.screen.ts';
import { paths } from '../../src/views/paths.ts';
import AssignmentResult from '../../src/views/reports/assignmentResult.report.tsx';
import StudentProgress from '../../src/views/reports/studentProgress.report.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { summary } from '../../src/views/usageReports/summary.screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

type Report = ComponentType & { declaration: ScreenAddress };
/** Opens a report as dora, the administrator of district 2, who has this role for the time. */
async function openAs(role_id: number, Page: Report, ...own: readonly number[]) {
  const { app, network, signIn } = await openScreen();
  await makeOddClass(network.backend);
  await network.backend.db.updateTable('app_user').set({ role_id }).where('user_puid', '=', ids.dora).execute();
  await signIn('dora');
  render(
    <AtRoute app={app} address={addressOf(Page.declaration, ...own)} path={`/authenticated/${Page.declaration.path}`}>
      <Page />
    </AtRoute>,
  );
}

const result = [ids.orderedLesson, ids.class, odd.due];
const changing = [m.classReports_to_track(), m.autograde_grade()];
const reports: readonly (readonly [string, Report, readonly number[], string])[] = [
  ['the assessments of a class', TrackAssessments as Report, [ids.class], 'Science 6, Period 2'],
  ['the reports on a class', ViewReport as Report, [ids.class], 'Science 6, Period 2'],
  ['the results of an assignment', AssignmentResult as Report, result, 'In order'],
  ['the progress of a student', StudentProgress as Report, [ids.class, ids.ana], 'ana'],
];

it.each(reports)('the provider reads %s of another district, and is offered nothing that changes it', async (_, Page, own, title) => {
  await openAs(Role.providerAdministrator, Page, ...own);
  await screen.findByRole('heading', { level: 1, name: new RegExp(title) });
  const crumb = await screen.findByRole('link', { name: 'North' });
  expect(crumb.getAttribute('href')).toBe(`${addressOf(summary)}?district=${ids.district}`);
  expect(screen.queryByRole('link', { name: m.groups_title() })).toBeNull();
  for (const name of [m.reports_release(), m.reports_recall(), m.reports_reassign_some(), m.sharing_who_has_it(), m.autograde_grade()])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const name of changing) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: m.classReports_actions_of({ title: 'quiz' }) })).toBeNull();
  expect(document.querySelector(`a[href="${paths.group(ids.class)}"]`)).toBeNull();
});

it.each(reports)('the administrator of another district does not read %s', async (_, Page, own) => {
  await openAs(Role.districtAdministrator, Page, ...own);
  await screen.findAllByText(/not found/i);
});

/** Opens the list of classes as dora with this role. */
async function openClasses(role_id: number, search = '') {
  const { app, network, signIn } = await openScreen();
  await network.backend.db.updateTable('app_user').set({ role_id }).where('user_puid', '=', ids.dora).execute();
  await signIn('dora');
  const page = () =>
    render(
      <AtRoute app={app} address={addressOf(groups) + search} path={`/authenticated/${groups.path}`}>
        <GroupsPage />
      </AtRoute>,
    );
  page();
  await screen.findByRole('heading', { level: 1, name: m.groups_title() });
}

it('the provider finds a class of another district, and reads its reports', async () => {
  await openClasses(Role.providerAdministrator);
  const choice = await screen.findByRole('combobox', { name: m.lti_district() });
  await within(choice).findByRole('option', { name: 'North' });
  fireEvent.change(choice, { target: { value: String(ids.district) } });
  const link = await screen.findByRole('link', { name: 'Science 6, Period 2' });
  expect(link.getAttribute('href')).toBe(addressOf(viewReport, ids.class));
  expect(screen.queryByRole('link', { name: m.groups_new() })).toBeNull();
  expect(screen.queryByText(m.groups_lead())).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: m.lti_district() }), { target: { value: String(ids.otherDistrict) } });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Science 6, Period 2' })).toBeNull());
  expect((await screen.findAllByRole('link', { name: m.groups_new() })).length).toBeGreaterThan(0);
});

it('the choice of a district is in the address', async () => {
  await openClasses(Role.superAdministrator, `?district_id=${ids.district}`);
  await screen.findByRole('link', { name: 'Science 6, Period 2' });
});

it('nobody else chooses a district', async () => {
  await openClasses(Role.districtAdministrator);
  expect(screen.queryByRole('combobox', { name: m.lti_district() })).toBeNull();
});
