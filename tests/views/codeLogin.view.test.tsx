import { tenant } from '../../server/kit/tenant.ts';
// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import { makeAssignmentCode } from '../../server/areas/assigning/joiners.ts';
import { transact } from '../../server/kit/transact.ts';
import type { codeLoginMachine } from '../../src/machines/login/codeLoginMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import CodePage from '../../src/views/login/CodePage.tsx';
import { describeView } from '../kit/describeView.ts';
import { startingWith } from '../kit/words.ts';
import { codeLoginModel } from '../machines/codeLogin.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days } from '../server/testServer.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const call = login.loginWithAssignmentCode;
let opened: Screen;
let isEmpty = false;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => screen.getByRole('button', { name: startingWith(m.login_code_submit(), m.login_checking()) });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const problem = () => screen.getByRole('alert').textContent;

/** Adds the model's code to the backend. */
const makeCode = async () => {
  const { db, ports } = opened.network.backend;
  const wanted = { district_id: 1, user_puid: ids.tess, lesson_id: ids.freeLesson, expires_at: ports.now() + days(1) };
  await transact(tenant(db, 1), (trx) => makeAssignmentCode(trx, ports, wanted));
  await db.updateTable('assignment_code').set({ code: 'A1B2C3D4' }).execute();
};

describeView<typeof codeLoginMachine>(codeLoginModel, {
  mount: async (stage) => {
    isEmpty = false;
    opened = await openScreen({ ...stage, held: [call] });
    const send: typeof opened.app.send = async (...input) => {
      const data = await opened.app.send(...input);
      return isEmpty ? (null as typeof data) : data;
    };
    stage.render(
      <AtAddress app={{ ...opened.app, send }} address="/account/code">
        <CodePage />
      </AtAddress>,
    );
  },
  drive: {
    'code.submitted': ({ entry }) => {
      fireEvent.change(field(m.login_code()), { target: { value: entry.code } });
      fireEvent.change(field(m.login_code_name()), { target: { value: entry.name } });
      fireEvent.submit(submit().closest('form') as HTMLFormElement);
    },
    'code.edited': () => fireEvent.change(field(m.login_code()), { target: { value: `${field(m.login_code()).value}9` } }),
    'replacement.confirmed': () => press(m.login_replace_confirm()),
    'replacement.declined': () => press('Cancel'),
    'xstate.done.actor.loginWithCode': async ({ output }) => {
      isEmpty = output === null;
      await opened.network.release(call, makeCode);
    },
    'xstate.error.actor.loginWithCode': ({ error }) => opened.network.fail(call, error),
  },
  see: {
    'editing.fresh': () => {
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field(m.login_code()).getAttribute('aria-invalid')).toBeNull();
    },
    'editing.typing': () => {
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field(m.login_code()).getAttribute('aria-invalid')).toBeNull();
    },
    'editing.incomplete': () => shown(m.login_code_missing()),
    'editing.incorrect': () => shown(/^Incorrect\. No lesson has this code/),
    'editing.expired': () => shown(/^Code has expired\. Ask your teacher/),
    'editing.invalid': () => expect(problem()).toContain('Invalid attriute values'),
    'editing.failed': () => {
      const text = 'We have encountered an error, please try after some time';
      expect(problem()).toContain(text);
      expect(opened.notices(), 'it is told once').toEqual([]);
      expect(field(m.login_code_name()).value, 'what was typed').toBe('Ana');
    },
    'editing.refused': ({ context }) => expect(problem()).toBe(context.problem?.message),
    checking: () => expect(submit().getAttribute('aria-disabled')).toBe('true'),
    asking: ({ context }) => {
      expect(problem()).toContain(context.problem?.message);
      expect(opened.session().getSnapshot().hasTag('signedIn'), 'nothing has happened yet').toBe(false);
    },
    signedIn: async () => {
      expect(opened.session().getSnapshot().context.user?.user_info?.lesson_id).toBe(ids.freeLesson);
      await waitFor(() => expect(place.path).toMatch(/^\/authenticated\/studentDashboard\/openLesson\//));
      expect(opened.network.made(call).at(-1)).toMatchObject({ code: 'A1B2C3D4', name: 'Ana' });
    },
  },
});
