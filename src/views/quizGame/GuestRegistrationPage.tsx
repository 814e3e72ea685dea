import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { longestPlayerName } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { joinAsGuest } from '../../services/quizGame/guest.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import s from '../login/LoginForm.module.css';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { addressOf } from '../screen.ts';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { guestPaths } from './guestPaths.ts';
import { studentRegistration } from './studentRegistration.screen.ts';

/** Joining a game by its code and a name, without an account. Whoever is signed in joins with theirs. */
export default function GuestRegistrationPage() {
  const { send } = useApp();
  const navigate = useNavigate();
  const isSignedIn = useSelector(useSession(), (snapshot) => snapshot.hasTag('signedIn'));
  const code = useSearchParams()[0].get('code') ?? '';
  const join = useCommand(
    'joinAsGuest',
    (order: { game_code: string; player_name: string }, { signal }) => joinAsGuest(send, order, signal),
    { onDone: (_, game_id) => void navigate(guestPaths.room(game_id)) },
  );
  const withAccount = `${addressOf(studentRegistration)}?code=${encodeURIComponent(code)}`;
  if (isSignedIn) return <Navigate to={withAccount} replace />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    join.give({ game_code: String(typed.get('code')), player_name: String(typed.get('name')) });
  };
  return (
    <PublicPage title={m.quizGame_guest_title()} lead={m.quizGame_guest_lead()}>
      <form className={s.form} onSubmit={submit} aria-busy={join.isSaving}>
        {join.problem ? (
          <FormProblem title={m.quizGame_join_failed()} focus="command-problem">
            {join.problem.refused ? problemText(join.problem) : m.account_unreachable()}
          </FormProblem>
        ) : null}
        <NativeField
          label={m.quizGame_code()}
          name="code"
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          error={fieldText(join.problem, 'game_code')}
        />
        <NativeField
          label={m.quizGame_own_name()}
          name="name"
          autoComplete="off"
          maxLength={longestPlayerName}
          required
          description={m.quizGame_guest_name_help()}
          error={fieldText(join.problem, 'player_name')}
        />
        <SubmitButton isBusy={join.isSaving} busyLabel={m.login_checking()}>
          {m.quizGame_join()}
        </SubmitButton>
      </form>
      <nav className={s.links} aria-label={m.login_other_ways()}>
        <a href={withAccount}>{m.quizGame_guest_account()}</a>
      </nav>
    </PublicPage>
  );
}
