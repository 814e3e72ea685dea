import { useSelector } from '@xstate/react';
import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { registrationMachine } from '../../machines/registration/registrationMachine.ts';
import { m } from '../../paraglide/messages.js';
import { registrationActors } from '../../services/registration.ts';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { paths } from '../paths.ts';
import { useFollowedLink } from '../public/followedLink.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { FollowedLink } from './FollowedLink.tsx';
import { RequestAccount } from './RequestAccount.tsx';

const announcements = {
  account_registration_incomplete: m.account_registration_incomplete,
  account_link_sent: m.account_link_sent,
  account_details_incomplete: m.account_details_incomplete,
  account_password_too_short: m.account_password_too_short,
  account_password_different: m.account_password_different,
};

/** A teacher's registration, from the request to the account, driven by the `registration` chart. */
export default function RegistrationPage() {
  const { send } = useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const id = useSearchParams()[0].get('Id') ?? '';
  const linkId = useMatch('/account/registration') ? null : id;
  const isActivation = useMatch('/account/activation') !== null;
  const chart = useChart(registrationMachine, {
    actors: registrationActors(send),
    input: { linkId },
    announce: announcements,
    on: {
      'link.refused': ({ problem }) => {
        notices.send({ type: 'notice.posted', kind: 'error', text: problemText(problem) });
        void navigate(paths.signIn, { replace: true });
      },
      'registration.failed': () => notices.send({ type: 'notice.posted', kind: 'error', text: m.account_registration_failed() }),
    },
  });
  useFollowedLink(chart, linkId);
  const hasLink = useSelector(chart, ({ context }) => context.linkId !== null);
  return hasLink ? <FollowedLink chart={chart} isActivation={isActivation} /> : <RequestAccount chart={chart} />;
}
