// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signOnSetup } from '../../contract/signOnSetup.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import Classroom from '../../src/views/signOnSetup/classroomSso.records.tsx';
import Roster from '../../src/views/signOnSetup/rosterSso.records.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

let opened: Screen;
const issuer = 'https://id.example';
const name = 'North';
const fields = {
  ...{ user_puid: ids.dan, district_id: 1, version: 0, issuer, client_id: 'orrery', client_secret: 'kept' },
  ...{ is_public: false, scope: 'openid', subject_is_sourced_id: true, active: false },
};
const page = (Page: typeof Roster, search = '') => {
  const address = addressOf(Page.declaration);
  return (
    <AtRoute app={opened.app} address={`${address}${search}`} path={address}>
      <Page />
    </AtRoute>
  );
};
/** Dan's district has a school-roster sign-on. */
async function openWithSetup(stage: object = {}) {
  opened = await openScreen(stage);
  await (await opened.network.backend.signIn('dan')).ok(signOnSetup.saveRosterSetup, fields);
  await opened.signIn('dan');
}

describeCommand({
  name: 'testSignOn',
  orders: [{ district_name: name }],
  mount: async (stage) => {
    await openWithSetup({ ...stage, held: [signOnSetup.testRosterSetup] });
    stage.render(page(Roster));
    await screen.findByRole('rowheader', { name });
  },
  network: () => opened.network,
  calls: { run: signOnSetup.testRosterSetup },
  press: { give: () => chooseFor(name, m.saml_test()) },
  see: {
    'ready.fresh': () => shown(name),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(signOnSetup.testRosterSetup)).toBe(1)),
    // In the tests, no service answers.
    'ready.done': () => screen.findByText(m.signOnSetup_fault_unreachable()),
  },
});

it('shows who came in the test from which the browser returns', async () => {
  await openWithSetup();
  const { backend } = opened.network;
  const came = async (account: string) => {
    await backend.db
      .updateTable('sign_on_provider')
      .set({
        ...{ tested_at: backend.clock.now, tested_by: ids.dan, tested_district_id: 1 },
        received: JSON.stringify({ issuer, subject: 's-ana', account }),
      })
      .execute();
    return render(page(Roster, '?tested=1'));
  };
  const { unmount } = await came('roster');
  await screen.findByText(m.signOnSetup_tested({ name }));
  shown(`${m.signOnSetup_came({ issuer, subject: 's-ana' })} ${m.signOnSetup_account_roster()}`);
  unmount();
  await came('none');
  await screen.findByText(`${m.signOnSetup_came({ issuer, subject: 's-ana' })} ${m.signOnSetup_account_none()}`);
});

it('sets the classroom up, and never shows its secret again', async () => {
  opened = await openScreen();
  await opened.signIn('dan');
  render(page(Classroom));
  await screen.findByRole('rowheader', { name });
  expect(cellsOf(m.signOnSetup_classroom_title())[1]).toContain(m.signOnSetup_unset());
  const edit = async () => {
    await chooseFor(name, m.records_edit());
    return within(await screen.findByRole('dialog'));
  };
  const first = await edit();
  const field = (dialog: typeof first, label: string) => dialog.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  const type = (label: string, value: string) => fireEvent.change(field(first, label), { target: { value } });
  type(m.lti_issuer(), issuer);
  type(m.lti_client_id(), 'orrery');
  const save = () => fireEvent.click(first.getByRole('button', { name: m.records_save() }));
  save();
  await screen.findAllByText(m.refusal_signOnSecret());
  type(m.connections_secret(), 'typed in the form');
  expect(field(first, m.connections_secret()).type).toBe('password');
  save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(cellsOf(m.signOnSetup_classroom_title())[1]).toContain(m.saml_off()));
  expect(field(await edit(), m.connections_secret()).value).toBe('');
  expect(document.body.innerHTML).not.toContain('typed in the form');
});

it('copies the redirect address, and tests nothing before it is set up', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  opened = await openScreen();
  await opened.signIn('dan');
  render(page(Classroom));
  await screen.findByRole('rowheader', { name });
  await chooseFor(name, m.signOnSetup_copy());
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\/callback\/classroom\/1$/)));
  fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name }) }));
  const test = await screen.findByRole('menuitem', { name: new RegExp(m.saml_test()) });
  expect(test.textContent).toContain(m.signOnSetup_first());
});
