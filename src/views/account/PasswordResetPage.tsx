import { useSelector } from '@xstate/react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { passwordResetMachine } from '../../machines/account/passwordResetMachine.ts';
import { m } from '../../paraglide/messages.js';
import { passwordResetActors } from '../../services/account/account.ts';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { paths } from '../paths.ts';
import { useFollowedLink } from '../public/followedLink.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { ChoosePassword } from './ChoosePassword.tsx';
import { RequestLink } from './RequestLink.tsx';

const announcements = {
  account_email_missing: m.account_email_missing,
  account_link_sent: m.account_link_sent,
  account_password_too_short: m.account_password_too_short,
  account_password_different: m.account_password_different,
};

/** A forgotten password, driven by the `passwordReset` chart: without a link it requests one, with a link it sets a new password. */
export default function PasswordResetPage() {
  const { send } = useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const linkId = useSearchParams()[0].get('Id');
  const goHome = (kind: 'error' | 'success', text: string) => {
    notices.send({ type: 'notice.posted', kind, text });
    void navigate(paths.signIn, { replace: true });
  };
  const chart = useChart(passwordResetMachine, {
    actors: passwordResetActors(send),
    input: { linkId },
    announce: announcements,
    on: {
      'link.refused': ({ problem }) => goHome('error', problemText(problem)),
      'password.changed': () => goHome('success', m.account_password_changed()),
    },
  });
  useFollowedLink(chart, linkId);
  const hasLink = useSelector(chart, ({ context }) => context.linkId !== null);
  return hasLink ? <ChoosePassword chart={chart} /> : <RequestLink chart={chart} />;
}
