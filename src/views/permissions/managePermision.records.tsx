import { permissionResource } from '../../../contract/permissions.ts';
import { type Right, rights } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import type { RecordField } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { assignNewPermission } from './assignNewPermission.screen.ts';
import { managePermision } from './managePermision.screen.ts';
import { rightNames } from './permissionWords.ts';

const rightFields = Object.fromEntries(
  rights.map((right) => [`may_${right}`, { label: rightNames[right][0], help: rightNames[right][1] }]),
) as Record<`may_${Right}`, RecordField>;

/** The permissions of a district: which rights each bundles (`admin/managePermision`). */
export default recordScreen({
  ...managePermision,
  resource: permissionResource,
  title: m.permissions_title,
  lead: m.permissions_lead,
  newOne: m.permissions_new,
  fields: {
    name: { label: m.permissions_name },
    description: { label: m.permissions_description },
    ...rightFields,
    active: { label: m.permissions_active, help: m.permissions_active_help },
    assignments: { label: m.permissions_assignments },
  },
  uses: ({ people, assignments }) => (assignments === 0 ? m.permissions_unused() : m.permissions_uses({ count: people })),
  empty: {
    title: m.permissions_none,
    text: m.permissions_none_text,
    action: () => <LinkButton href={addressOf(assignNewPermission)}>{m.permissions_assign_title()}</LinkButton>,
  },
});
