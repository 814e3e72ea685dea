import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { addressOf } from '../screen.ts';
import { connections } from './connections.screen.ts';
import { rosterSync } from './rosterSync.screen.ts';

/** Leads to the connections or the sync, in place of the choice of another file. */
export const ToConnections = ({ isSync }: { isSync: boolean }) =>
  isSync ? (
    <LinkButton href={addressOf(rosterSync)}>{m.rosterSync_title()}</LinkButton>
  ) : (
    <LinkButton href={addressOf(connections)}>{m.connections_title()}</LinkButton>
  );
