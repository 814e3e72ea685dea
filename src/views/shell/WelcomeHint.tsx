import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import { useUser } from '../hooks.ts';
import { Hint } from './Hint.tsx';

/** Explains a role's home page on the first visit. */
export default function WelcomeHint() {
  const user = useUser();
  const name = user.first_name;
  return sessionFlags(user).isStudentUser ? (
    <Hint name="welcomeStudent" title={m.account_hint_student_title({ name })}>
      {m.account_hint_student()}
    </Hint>
  ) : (
    <Hint name="welcomeStaff" title={m.account_hint_teacher_title({ name })}>
      {m.account_hint_teacher()}
    </Hint>
  );
}
