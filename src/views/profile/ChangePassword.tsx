import { useSelector } from '@xstate/react';
import { type FormEvent, useRef } from 'react';
import { changePasswordMachine } from '../../machines/profile/changePasswordMachine.ts';
import { m } from '../../paraglide/messages.js';
import { changePasswordActors } from '../../services/profile.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useSession, useUser } from '../hooks.ts';
import { FormProblem } from '../public/FormParts.tsx';
import { PasswordPair } from '../public/PasswordPair.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import s from './profile.module.css';

const announcements = {
  account_password_missing: m.account_password_missing,
  account_password_too_short: m.account_password_too_short,
  account_password_different: m.account_password_different,
  account_password_changed_here: m.account_password_changed_here,
};

/** Changes the signed-in user's password, driven by the `changePassword` chart. */
export function ChangePassword({ userName }: { userName: string }) {
  const { send } = useApp();
  const session = useSession();
  const { userPuid, first_name, last_name } = useUser();
  const form = useRef<HTMLFormElement>(null);
  const chart = useChart(changePasswordMachine, {
    actors: changePasswordActors(send, userPuid),
    announce: announcements,
    on: {
      'password.changed': () => {
        form.current?.reset();
        // All of the user's tokens have ended. The cookie from the response gets a new one.
        session.send({ type: 'clock.checked', refreshIn: 0 });
      },
    },
  });
  const state = useSelector(chart, (snapshot) => snapshot);

  if (state.matches('blocked')) return <Notice tone="info">{m.account_acting_blocked({ name: `${first_name} ${last_name}` })}</Notice>;
  const editing = (name: 'incomplete' | 'tooShort' | 'different' | 'refused' | 'unreachable' | 'changed') =>
    state.matches({ editing: name });
  const isBusy = state.hasTag('busy');
  const refusal = editing('refused') ? state.context.problem : null;
  const isWrong = editing('incomplete') || editing('tooShort') || editing('different');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name));
    chart.send({ type: 'password.submitted', typed: { current: text('current'), password: text('password'), repeated: text('repeated') } });
  };
  return (
    <form
      ref={form}
      className={s.form}
      onSubmit={submit}
      onChange={() => isWrong && chart.send({ type: 'form.edited' })}
      noValidate
      aria-busy={isBusy}
    >
      <Text tone="soft">{m.account_password_lead()}</Text>
      {editing('changed') ? (
        <div data-focus="changed" tabIndex={-1}>
          <Notice tone="success">{m.account_password_changed_here()}</Notice>
        </div>
      ) : null}
      {editing('refused') || editing('unreachable') ? (
        <FormProblem>{state.context.problem ? problemText(state.context.problem) : null}</FormProblem>
      ) : null}
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      <NativeField
        label={m.account_current_password()}
        name="current"
        type="password"
        data-focus="current"
        autoComplete="current-password"
        maxLength={200}
        error={editing('incomplete') ? m.account_password_missing() : fieldText(refusal, 'current_password')}
      />
      <PasswordPair
        passwordError={editing('tooShort') ? m.account_password_too_short() : fieldText(refusal, 'password')}
        repeatedError={editing('different') ? m.account_password_different() : null}
      />
      <Row>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {m.account_password_change()}
        </Button>
      </Row>
    </form>
  );
}
