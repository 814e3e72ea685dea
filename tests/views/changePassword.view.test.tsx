// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { account as calls } from '../../contract/account.ts';
import type { changePasswordMachine } from '../../src/machines/profile/changePasswordMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ChangePassword } from '../../src/views/profile/ChangePassword.tsx';
import { describeView } from '../kit/describeView.ts';
import { changePasswordModel } from '../machines/changePassword.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const [current, fresh, repeated] = [m.account_current_password(), m.account_new_password(), m.account_repeat_password()] as const;
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true';

describeView<typeof changePasswordMachine>(changePasswordModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.changePassword] });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <ChangePassword userName="tess" />
      </Around>,
    );
  },
  drive: {
    'password.submitted': ({ typed }) => {
      type(current, typed.current);
      type(fresh, typed.password);
      type(repeated, typed.repeated);
      fireEvent.submit(field(current).closest('form') as HTMLFormElement);
    },
    'form.edited': () => type(repeated, 'x'),
    'xstate.done.actor.changePassword': () =>
      // The backend changes the password before it responds. The model always types the first one, so it is restored.
      opened.network.release(calls.changePassword),
    'xstate.error.actor.changePassword': ({ error }) => opened.network.fail(calls.changePassword, error),
  },
  see: {
    'editing.fresh': () => expect(isWrong(current)).toBe(false),
    'editing.typing': () => expect([current, fresh, repeated].some(isWrong)).toBe(false),
    'editing.incomplete': () => expect(isWrong(current)).toBe(true),
    'editing.tooShort': () => expect(isWrong(fresh)).toBe(true),
    'editing.different': () => expect(isWrong(repeated)).toBe(true),
    'editing.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'editing.unreachable': () => expect(screen.getByRole('alert').textContent).toContain('The server did not answer'),
    'editing.changed': async () => {
      shown(m.account_password_changed_here());
      expect(field(current).value).toBe('');
      await waitFor(() => expect(opened.session().getSnapshot().hasTag('refreshing')).toBe(false));
      expect(opened.session().getSnapshot().hasTag('signedIn'), 'still signed in here').toBe(true);
    },
    saving: () => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true'),
    blocked: () => expect(screen.getByRole('note').textContent).toMatch(/^You are acting as tess Person/),
  },
});
