import { type ComponentType, use } from 'react';
import { permissions } from '../../../contract/permissions.ts';
import { m } from '../../paraglide/messages.js';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import type { ScreenAddress } from '../screen.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { Message } from '../shell/MessagePage.tsx';
import { RightsContext } from './rights.ts';

type Guarded = Required<Pick<ScreenAddress, 'right'>>['right'];

/** A page for its roles, and for those who have its right. */
export function withRight(Page: ComponentType, { roles, right }: Pick<ScreenAddress, 'roles' | 'right'>): ComponentType {
  return () => {
    const { role } = useUser();
    const isGiven = use(RightsContext).some((one) => one === right);
    if (isGiven || roles.some((one) => one === role)) return <Page />;
    return <Asking Page={Page} right={right as Guarded} />;
  };
}

/** Asks the server: the frame may not have heard of the right yet. */
function Asking({ Page, right }: { Page: ComponentType; right: Guarded }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const rights = useCollection((signal) => send(permissions.ownRights, { user_puid: userPuid }, { signal, quiet: true }));
  if (!rights.data) return <LoadState collection={rights} shape="row" count={3} />;
  if (!rights.data.includes(right))
    return (
      <Message art="lost" title={m.common_forbidden()}>
        {m.common_forbidden_text()}
      </Message>
    );
  return (
    <RightsContext value={rights.data}>
      <Page />
    </RightsContext>
  );
}
