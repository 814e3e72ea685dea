// @vitest-environment jsdom

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import { Role, type RoleId } from '../../contract/kit.ts';
import { student } from '../../contract/student.ts';
import { m } from '../../src/paraglide/messages.js';
import { homeOf, paths } from '../../src/views/paths.ts';
import { encodeRouteValue } from '../../src/views/routeValue.ts';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import { screens } from '../kit/screens.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { Failure } from './kit/network.ts';
import { installNetwork } from './kit/network.ts';
import { openAt } from './kit/openAt.tsx';
import { Around, openScreen, shown } from './kit/screen.tsx';

installNetwork();

/** Roles of people in the fixture school. */
const people: [name: string, role: RoleId][] = [
  ['ana', Role.student],
  ['tess', Role.teacher],
  ['sue', Role.schoolAdministrator],
  ['dan', Role.districtAdministrator],
  ['pam', Role.providerAdministrator],
  ['max', Role.superAdministrator],
];

const link = () => screen.findByRole('link', { name: 'Back to Home' });

describe('the Not Found page', () => {
  it.each(people)('leads %s home', async (name, role) => {
    await openAt('/nowhere/at/all', name);
    await screen.findByRole('heading', { name: 'Not Found' });
    const home = role === Role.student ? '/authenticated/studentDashboard/studentDashboard/0' : '/authenticated/content/contentHome';
    expect((await link()).getAttribute('href')).toBe(home);
    expect(homeOf(role)).toBe(home);
  });
  it('leads whoever is not signed in to the sign-in page', async () => {
    await openAt('/nowhere');
    expect((await link()).getAttribute('href')).toBe('/');
  });
  it.each([
    ['no base64', '%2A%2A%2A'],
    ['an id too few', encodeRouteValue(5)],
    ['an id too many', encodeRouteValue(5, 6, 7, 8)],
    ['words for ids', encodeRouteValue('five', 'six')],
  ])('stands at a lesson whose address has %s', async (_what, value) => {
    await openAt(`/authenticated/studentDashboard/studentLessonPlayer/${value}`, 'ana');
    await screen.findByRole('heading', { name: 'Not Found' });
  });
});

/** Every screen behind sign-in, with a possible address. */
const addresses = screens.map(({ path, roles, withoutRight = roles, ids }) => {
  const length = typeof ids === 'object' ? Math.min(...ids) : ids;
  const value = length === undefined ? 'new' : encodeRouteValue(...Array.from({ length }, () => 1));
  return { roles: withoutRight, address: `/authenticated/${path.replace(':suffix', '0').replace(':value', value)}` };
});
let steps = 0;
const go = (path: string) =>
  act(() => {
    steps += 1;
    // The state that the router itself stores for a step.
    window.history.pushState({ idx: steps, key: `step ${steps}`, usr: null }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

describe('the screens', () => {
  /** The role of the person before in the list. */
  const before = new Map(people.map(([, role], at) => [role, people[at - 1]?.[1]]));
  const seesAll = (role: RoleId) => [Role.student, Role.teacher, Role.superAdministrator].some((one) => one === role);
  // `routes.test.tsx` asks for every pair of screen and role. Three people open all screens; the others open those on which they and the
  // person before differ.
  it.each(people)('are open to %s only as the table says', async (name, role) => {
    await openAt('/nowhere', name);
    const stands = (heading: string) => screen.queryByRole('heading', { name: heading }) !== null;
    const differs = ({ roles }: (typeof addresses)[number]) => roles.includes(role) !== roles.includes(before.get(role) ?? role);
    for (const { roles, address } of addresses.filter((one) => seesAll(role) || differs(one))) {
      go('/nowhere');
      await waitFor(() => expect(stands('Not Found')).toBe(true));
      go(address);
      await waitFor(() => expect(stands('Not Found'), address).toBe(false));
      // A screen may open with a dialog, which hides the rest.
      await waitFor(() => expect(screen.getByRole('main', { hidden: true }), address).toBeTruthy());
      if (roles.includes(role)) {
        expect(stands(m.common_forbidden()), address).toBe(false);
        // A screen may redirect to another one.
        expect(window.location.pathname).toMatch(/^\/authenticated\//);
      } else {
        await waitFor(() => expect(stands(m.common_forbidden()), address).toBe(true));
        expect((await link()).getAttribute('href')).toBe(homeOf(role));
        expect(window.location.pathname, 'the address stays').toBe(address);
      }
    }
  });
  it('send whoever is not signed in to the sign-in page, and remember where to go', async () => {
    const { session } = await openAt('/nowhere');
    for (const { address } of addresses) {
      go(address);
      // Neither changes the page, so nothing but the interval ends the wait.
      const interval = 2;
      await waitFor(() => expect(session().getSnapshot().context.returnTo).toBe(address), { interval });
      await waitFor(() => expect(window.location.pathname).toBe(paths.signIn), { interval });
      await screen.findByRole('heading', { name: m.login_submit() });
    }
  });
});

describe('the address of the signed-in area alone', () => {
  it.each(people)('leads %s home', async (name, role) => {
    await openAt('/authenticated', name);
    await waitFor(() => expect(window.location.pathname).toBe(homeOf(role)));
  });
  it('leads whoever is not signed in to the sign-in page', async () => {
    await openAt('/authenticated');
    await waitFor(() => expect(window.location.pathname).toBe(paths.signIn));
    await screen.findByRole('heading', { name: m.login_submit() });
  });
});

it.each([
  ['a report on a class', `mygroups/viewReport/${encodeRouteValue(ids.class)}`, m.groups_nav],
  ['the page of a class', `mygroups/ViewGroups/${encodeRouteValue(ids.class)}`, m.groups_nav],
  ['the list of exports', 'admin/usageReport/dataExport', m.usageReports_nav],
  ['the answers to grade', 'autograde/report', m.autograde_nav],
  ['users and schools', 'admin/manageUsers', m.common_nav_admin],
  ['the messages', 'admin/manageUsers/userFeedback', m.admin_inbox_nav],
])('marks the tab of %s', async (_, path, tab) => {
  await openAt(`/authenticated/${path}`, 'sue');
  await waitFor(() => expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(tab()));
});

it('says why Sign out does nothing while an administrator acts as somebody, and what to press', async () => {
  const opened = await openAt(paths.manageUsers, 'dan');
  const acting = await opened.app.send(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.ana });
  const session = await opened.app.toSession(acting);
  act(() => opened.session().send({ type: 'acting.started', session }));
  fireEvent.click(await screen.findByRole('button', { name: /ana Person/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: m.common_sign_out() }));
  const text = m.common_sign_out_acting({ name: 'ana Person' });
  expect(opened.notices()).toEqual([expect.objectContaining({ kind: 'info', text })]);
  expect(opened.session().getSnapshot().hasTag('acting')).toBe(true);
});

it('takes a late answer for no connection: one to what was asked since brings it back', async () => {
  const { app, network, signIn } = await openScreen({ held: [student.studentDashboard] });
  await signIn('ana');
  const isOffline = () => app.actor.getSnapshot().hasTag('offline');
  const ask = () => app.send(student.studentDashboard, { user_puid: ids.ana });
  const before = ask();
  await waitFor(() => expect(network.waiting(student.studentDashboard)).toBe(1));
  window.dispatchEvent(new Event('offline'));
  await network.release(student.studentDashboard);
  await before;
  expect(isOffline()).toBe(true);
  const since = ask();
  await network.release(student.studentDashboard);
  await since;
  expect(isOffline()).toBe(false);
});

it.each([
  [true, true],
  [undefined, false],
])('with the no-internet setting %s, a call without an answer shows the offline screen: %s', async (noInternet, expected) => {
  const { app, network, signIn } = await openScreen({ held: [student.studentDashboard] });
  // As in another backend's `/config.json`.
  Object.assign(app.actor.getSnapshot().context.configuration ?? {}, { noInternet });
  await signIn('ana');
  const asked = app.send(student.studentDashboard, { user_puid: ids.ana }).catch(() => 'failed');
  await network.fail(student.studentDashboard, { code: 0 });
  expect(await asked).toBe('failed');
  expect(app.actor.getSnapshot().hasTag('offline')).toBe(expected);
});

it.each<[Failure, string]>([
  ['outOfContract', m.common_unreadable_answer()],
  ['noJson', m.common_unreadable_answer()],
  [{ code: 0 }, m.common_no_answer()],
  [{ code: 500 }, m.common_server_failed()],
  [{ code: 503, message: 'We are moving house until noon.' }, 'We are moving house until noon.'],
])('says in words what is wrong with an answer: %j', async (failure, words) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { app, network, signIn } = await openScreen({ held: [student.studentDashboard] });
  await signIn('ana');
  render(
    <Around app={app}>
      <DashboardPage />
    </Around>,
  );
  await network.fail(student.studentDashboard, failure);
  await waitFor(() => shown(words));
  if (failure === 'outOfContract') {
    const lines = log.mock.calls.flat().map(String);
    expect(
      lines.some((line) => line.includes('load_student_dashboard answered out of contract')),
      'the log names call and field',
    ).toBe(true);
  }
  log.mockRestore();
});
