import { administrators } from '../../../contract/kit.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { articleAddress } from '../help/addresses.ts';
import { useUser } from '../hooks.ts';
import { Hint } from './Hint.tsx';

/** What each role finds here, in three steps, and the article that says more. */
const visits = {
  Student: {
    steps: [m.account_hint_student_1, m.account_hint_student_2, m.account_hint_student_3],
    article: 'first-steps-student',
  },
  Staff: {
    steps: [m.account_hint_teacher_1, m.account_hint_teacher_2, m.account_hint_teacher_3],
    article: 'first-steps-staff',
  },
  Administrator: {
    steps: [m.account_hint_administrator_1, m.account_hint_administrator_2, m.account_hint_administrator_3],
    article: 'first-steps-administrator',
  },
} as const;

/** Explains a role's home page on the first visit. */
export default function WelcomeHint() {
  const user = useUser();
  const isAdministrator = administrators.some((role) => role === user.role);
  const visit = sessionFlags(user).isStudentUser ? 'Student' : isAdministrator ? 'Administrator' : 'Staff';
  const { steps, article } = visits[visit];
  return (
    <Hint name={`welcome${visit}`} title={m.account_hint_title({ name: user.first_name })}>
      <ol>
        {steps.map((step) => (
          <li key={step()}>{step()}</li>
        ))}
      </ol>
      <Link href={articleAddress(article)}>{m.account_hint_more()}</Link>
    </Hint>
  );
}
