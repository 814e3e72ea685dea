// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import type { Challenge } from '../../contract/login.ts';
import { login } from '../../contract/login.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { SecondStepInput, secondStepMachine } from '../../src/machines/secondFactor/secondStepMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import SecondStep from '../../src/views/secondFactor/SecondStep.tsx';
import { codeAt, setUpAuthenticator, setUpPasskey } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { secondStepModel } from '../machines/secondStep.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { installPasskeys } from './kit/passkeys.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let browser: ReturnType<typeof installPasskeys>;
let code: string;
const passed = vi.fn();
const left = vi.fn();
const ended = vi.fn();

const field = () => screen.getByLabelText<HTMLInputElement>('Code');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const problem = () => screen.getByRole('alert').textContent;

describeView<typeof secondStepMachine>(secondStepModel, {
  mount: async (stage) => {
    for (const told of [passed, left, ended]) told.mockReset();
    browser = installPasskeys();
    opened = await openScreen({ ...stage, held: [secondFactor.answerWithCode, secondFactor.answerWithPasskey] });
    const { backend } = opened.network;
    const { ways } = (stage.input as SecondStepInput).challenge;
    const { uri } = await setUpAuthenticator(backend, 'dan', ids.dan);
    if (ways.includes('passkey')) await setUpPasskey(backend, 'dan', ids.dan, browser.key);
    code = codeAt(uri, backend.clock.now + 30_000);
    const { data } = await backend.call(login.login, { username: 'dan', password: 'science-rocks' });
    stage.render(
      <Around app={opened.app}>
        <SecondStep challenge={data as Challenge} onPassed={passed} onLeft={left} onEnded={ended} />
      </Around>,
    );
  },
  drive: {
    'code.submitted': (event) => {
      fireEvent.change(field(), { target: { value: event.code.trim() && code } });
      fireEvent.submit(field().closest('form') as HTMLFormElement);
    },
    'code.edited': () => fireEvent.change(field(), { target: { value: '1' } }),
    'code.chosen': () => press(m.login_second_use_code()),
    'passkey.chosen': () => press(m.login_second_use_passkey()),
    'passkey.asked': () => press(m.login_second_passkey()),
    'step.left': () => press(m.login_second_back()),
    'xstate.done.actor.answerWithCode': () => opened.network.release(secondFactor.answerWithCode),
    'xstate.error.actor.answerWithCode': ({ error }) => opened.network.fail(secondFactor.answerWithCode, error),
    'xstate.done.actor.answerWithPasskey': async () => {
      await browser.confirm();
      await opened.network.release(secondFactor.answerWithPasskey);
    },
    'xstate.error.actor.answerWithPasskey': async ({ error }) => {
      if (error.code === passkeyDismissed) return browser.dismiss();
      await browser.confirm();
      await opened.network.fail(secondFactor.answerWithPasskey, error);
    },
  },
  see: {
    'typing.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'typing.edited': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
    'typing.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
    'typing.refused': ({ context }) => expect(problem()).toBe(context.problem?.message),
    'typing.unreachable': () => expect(problem()).toMatch(/^The server did not answer/),
    'passkey.ready': () => expect(screen.queryByRole('alert')).toBeNull(),
    'passkey.dismissed': () => expect(problem()).toBe(m.login_second_passkey_dismissed()),
    'passkey.refused': ({ context }) => expect(problem()).toBe(context.problem?.message),
    'passkey.unreachable': () => expect(problem()).toMatch(/^The server did not answer/),
    checking: () => expect(screen.getByRole('button', { name: m.login_checking() }).getAttribute('aria-disabled')).toBe('true'),
    asking: () => expect(screen.getByRole('button', { name: m.login_checking() }).getAttribute('aria-disabled')).toBe('true'),
    passed: () => expect(passed.mock.calls).toMatchObject([[{ user: { userPuid: ids.dan } }]]),
    over: () => expect(ended.mock.calls).toMatchObject([[{ code: 401 }]]),
    left: () => expect(left).toHaveBeenCalledOnce(),
  },
});
