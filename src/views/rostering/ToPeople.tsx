import { m } from '../../paraglide/messages.js';
import { IconUsers } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { addressOf } from '../screen.ts';

/** Leads to the list of users. */
export const ToPeople = () => (
  <LinkButton variant="primary" icon={IconUsers} href={addressOf(manageUsers)}>
    {m.rostering_to_people()}
  </LinkButton>
);
