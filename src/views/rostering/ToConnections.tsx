import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { addressOf } from '../screen.ts';
import { connections } from './connections.screen.ts';

/** Leads to the connections, in place of the choice of another file. */
export const ToConnections = () => <LinkButton href={addressOf(connections)}>{m.connections_title()}</LinkButton>;
