import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { codeLoginMachine, codeOutcomes } from '../../machines/login/codeLoginMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { codeLoginActors } from '../../services/account/account.ts';
import { NativeField } from '../../ui/NativeField.tsx';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { offer } from '../offer.ts';
import { paths } from '../paths.ts';
import { useDraft } from '../public/draft.ts';
import { FormProblem, SubmitButton } from '../public/FormParts.tsx';
import { PublicPage } from '../public/PublicPage.tsx';
import { guestPaths } from '../quizGame/guestPaths.ts';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './LoginForm.module.css';
import ReplaceQuestion from './ReplaceQuestion.tsx';

const announcements = { login_checking: m.login_checking, login_code_missing: m.login_code_missing };

/** Opens one lesson with a teacher's code, driven by the `codeLogin` chart. */
export default function CodePage() {
  const { send, toSession } = useApp();
  const session = useSession();
  const navigate = useNavigate();
  const chart = useChart(codeLoginMachine, {
    actors: codeLoginActors(send, toSession),
    announce: announcements,
    on: {
      'codeLogin.succeeded': ({ session: opened }) => {
        session.send({ type: 'session.opened', session: opened });
        const lesson = opened.user.user_info;
        if (lesson) void navigate(paths.openLesson(lesson.lesson_id, lesson.assignment_id), { replace: true });
      },
    },
  });
  const { isBusy, isAsking, isCodeWrong, isSignedIn, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isAsking: snapshot.hasTag('asking'),
    isCodeWrong: snapshot.hasTag('fieldError'),
    isSignedIn: snapshot.status === 'done',
    problem: snapshot.context.problem,
  }));
  const [kept, keep] = useDraft('code', isSignedIn);
  // A teacher's QR code leads here with the code.
  const given = useSearchParams()[0].get('code');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    chart.send({ type: 'code.submitted', entry: { code: String(typed.get('code')), name: String(typed.get('name')) } });
  };
  const codeError =
    problem === codeOutcomes.incorrect
      ? `${m.login_code_incorrect()}. ${m.login_code_incorrect_text()}`
      : problem === codeOutcomes.expired
        ? `${m.login_code_expired()}. ${m.login_code_expired_text()}`
        : m.login_code_missing();

  return (
    <PublicPage title={m.login_code_title()} lead={m.login_code_lead()}>
      {isAsking ? (
        <ReplaceQuestion
          problem={problem}
          onAnswer={(isConfirmed) => chart.send({ type: isConfirmed ? 'replacement.confirmed' : 'replacement.declined' })}
        />
      ) : null}
      <div className={s.fields} hidden={isAsking}>
        <form
          className={s.form}
          onSubmit={submit}
          onChange={({ currentTarget }) => {
            keep(currentTarget);
            offer(chart, { type: 'form.edited' });
          }}
          noValidate
          aria-busy={isBusy}
        >
          {problem && !isAsking && !isCodeWrong ? <CodeProblem problem={problem} /> : null}
          <NativeField
            label={m.login_code()}
            name="code"
            defaultValue={given ?? kept.code}
            data-focus="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            description={m.login_code_hint()}
            error={isCodeWrong ? codeError : fieldText(problem, 'code')}
          />
          <NativeField
            label={m.login_code_name()}
            name="name"
            defaultValue={kept.name}
            autoComplete="off"
            maxLength={60}
            description={m.login_code_name_hint()}
            error={fieldText(problem, 'name')}
          />
          <SubmitButton isBusy={isBusy} busyLabel={m.login_checking()}>
            {m.login_code_submit()}
          </SubmitButton>
        </form>
        <nav className={s.links} aria-label={m.login_other_ways()}>
          <a href={guestPaths.join}>{m.quizGame_guest_title()}</a>
        </nav>
      </div>
    </PublicPage>
  );
}

/** A failure that the field for the code does not explain. */
function CodeProblem({ problem }: { problem: Problem }) {
  if (problem === codeOutcomes.invalid) return <FormProblem focus="login-problem">{m.login_code_invalid_text()}</FormProblem>;
  if (problem !== codeOutcomes.unreachable) return <FormProblem focus="login-problem">{problemText(problem)}</FormProblem>;
  return (
    <FormProblem focus="login-problem" title={m.login_error()}>
      {m.login_error_text()}
    </FormProblem>
  );
}
