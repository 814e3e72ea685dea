import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import type { AccountMenuProps } from '../../ui/FrameTools.tsx';
import { IconLogout, IconMessage, IconSitemap, IconUser } from '../../ui/icons.ts';
import MenuPanel from '../../ui/MenuPanel.tsx';
import type { OpenedProps } from '../../ui/PanelButton.tsx';
import { useApp } from '../app.ts';
import { useNotices, useSession, useUser } from '../hooks.ts';
import { mayInspect } from '../mayInspect.ts';
import { paths } from '../paths.ts';

/** The menu of the account in every frame: who is signed in, profile, feedback, sign out. */
export default function AccountPanel({ title, ...opened }: AccountMenuProps & OpenedProps) {
  const { actor } = useApp();
  const session = useSession();
  const notices = useNotices();
  const user = useUser();
  const navigate = useNavigate();
  const canInspect = useSelector(actor, (snapshot) => mayInspect(user.role, snapshot.context.configuration));
  const items = [
    // A guest with a code may request one lesson and nothing else.
    ...(sessionFlags(user).loggedInWithCode
      ? []
      : [
          { key: 'profile', label: m.account_profile(), icon: IconUser },
          { key: 'feedback', label: m.account_feedback(), icon: IconMessage },
        ]),
    ...(canInspect ? [{ key: 'statecharts', label: m.common_statecharts(), icon: IconSitemap }] : []),
    { key: 'signOut', label: m.common_sign_out(), icon: IconLogout },
  ];
  const onAction = (key: string) => {
    if (key === 'signOut' && sessionFlags(user).isLoginAsUser)
      notices.send({
        type: 'notice.posted',
        kind: 'info',
        text: m.common_sign_out_acting({ name: `${user.first_name} ${user.last_name}` }),
      });
    else if (key === 'signOut') session.send({ type: 'session.closed' });
    else void navigate({ profile: paths.profileHome, feedback: paths.feedback, statecharts: paths.statecharts }[key] ?? paths.signIn);
  };
  return <MenuPanel {...opened} groups={[{ key: 'account', title, items }]} onAction={onAction} />;
}
