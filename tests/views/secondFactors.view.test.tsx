// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { secondFactor } from '../../contract/secondFactor.ts';
import { m } from '../../src/paraglide/messages.js';
import SecondFactors from '../../src/views/secondFactor/SecondFactors.tsx';
import { setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { buttonOf, callOf, confirmOf, type FactorCommand, factorCommands } from '../kit/factorCommands.ts';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const { secondFactors } = secondFactor;
let opened: Screen;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.getByRole('dialog');
const field = () => dialog().querySelector('input[name=typed]') as HTMLInputElement;
const alert = () => within(dialog()).getByRole('alert').textContent;
const openFactors = async (options: Parameters<typeof openScreen>[0]) => {
  opened = await openScreen(options);
  await setUpAuthenticator(opened.network.backend, 'dan', ids.dan);
  await opened.signIn('dan');
  return (
    <Around app={opened.app}>
      <SecondFactors />
    </Around>
  );
};

/** What the screen shows after each command, and how to leave it. */
const doneOf: Record<FactorCommand, () => unknown> = {
  add: () => screen.findByRole('heading', { name: m.login_enroll_app_title() }),
  rename: () => screen.findByText('science-rocks'),
  remove: () => waitFor(() => expect(screen.queryByText('App')).toBeNull()),
  codes: async () => {
    expect(screen.getAllByRole('listitem')).toHaveLength(10);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(m.login_enroll_codes_title()));
  },
};
const leave: Partial<Record<FactorCommand, () => unknown>> = {
  add: async () => fireEvent.click(await screen.findByRole('button', { name: m.ui_cancel() })),
  codes: () => press(m.login_enroll_codes_kept()),
};

for (const kind of factorCommands)
  describeCommand({
    name: 'secondFactors',
    orders: [kind],
    question: 'plain',
    answers: ['science-rocks', ''],
    refused: { code: 400, message: 'Your current password is not right.', refused: true },
    isDismissible: leave[kind] !== undefined,
    // A renamed or removed factor has other buttons. A new factor, or new codes, fill the whole screen.
    can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
    mount: async (stage) => {
      stage.render(await openFactors({ ...stage, held: [callOf[kind]] }));
      await screen.findByText('App');
    },
    network: () => opened.network,
    calls: { run: callOf[kind] },
    press: {
      give: () => press(buttonOf[kind]),
      confirm: (typed) => {
        fireEvent.change(field(), { target: { value: typed } });
        fireEvent.click(within(dialog()).getByRole('button', { name: confirmOf[kind] }));
      },
      dismissQuestion: () => fireEvent.click(within(dialog()).getByRole('button', { name: m.ui_cancel() })),
      edit: () => fireEvent.change(field(), { target: { value: 'x' } }),
      ...(leave[kind] ? { dismiss: leave[kind] } : {}),
    },
    see: {
      'ready.fresh': async () => {
        await screen.findByText('App');
        expect(screen.queryByRole('dialog')).toBeNull();
      },
      'ready.done': () => doneOf[kind](),
      'asking.confirming': () => expect(dialog()).toBeTruthy(),
      'asking.confirming.edited': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
      'asking.confirming.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
      'asking.confirming.refused': ({ context }) => expect(alert()).toContain(context.problem?.message),
      'asking.confirming.unreachable': () => expect(alert()).toContain('The server did not answer'),
      saving: () => expect(dialog()).toBeTruthy(),
    },
  });

it('what is set up is tried again when it could not be fetched', async () => {
  render(await openFactors({ held: [secondFactors] }));
  expect(screen.queryByRole('button', { name: buttonOf.add })).toBeNull();
  await opened.network.fail(secondFactors, { code: 0 });
  expect((await screen.findByRole('alert')).textContent).toContain(m.common_load_failed());
  press(m.common_try_again());
  await opened.network.release(secondFactors);
  await screen.findByText('App');
});
