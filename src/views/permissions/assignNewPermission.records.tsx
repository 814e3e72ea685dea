import { lazy, Suspense, useState } from 'react';
import type { UserData } from '../../../contract/login.ts';
import type { Assignment } from '../../../contract/permissions.ts';
import { m } from '../../paraglide/messages.js';
import { assignmentSource } from '../../services/permissions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { useAddressValue } from '../tableAddress.ts';
import { assignNewPermission } from './assignNewPermission.screen.ts';
import { managePermision } from './managePermision.screen.ts';
import { periodColumns } from './periodColumns.ts';
import { recipientText, stateNames } from './permissionWords.ts';

// The list would be too large with the form.
const AssignDialog = lazy(() => import('./AssignDialog.tsx'));

const tones = { active: 'success', later: 'accent', over: 'neutral', off: 'warning' } as const;

const columns = ({ time_zone }: UserData, language: string): TableColumn<Assignment>[] => {
  return [
    { key: 'to', header: m.permissions_to(), value: recipientText, isRowHeader: true },
    { key: 'permission', header: m.permissions_permission(), value: ({ permission_name }) => permission_name },
    {
      key: 'state',
      header: m.account_column_state(),
      value: ({ state }) => stateNames[state](),
      look: (text, { state }) => <Badge tone={tones[state]}>{text}</Badge>,
      isUnsortable: true,
      width: 's',
    },
    { key: 'people', header: m.people_column_people(), value: ({ people }) => people, align: 'end', isUnsortable: true, width: 's' },
    ...periodColumns(language),
    { key: 'by', header: m.permissions_by(), value: ({ given_by }) => given_by },
    {
      key: 'at',
      header: m.permissions_at(),
      value: ({ given_at }) => given_at,
      text: ({ given_at }) => formatMoment(given_at, language, time_zone),
      width: 's',
    },
  ];
};

/** The button and the form of a new assignment. With a person in the address, the form is open. */
function useAssignParts({ say, refresh }: RecordFrame): RecordParts<Assignment> {
  const [person] = useAddressValue('to', '');
  const [isOpen, setOpen] = useState<boolean | null>(person === '' ? null : true);
  return {
    more: (
      <>
        <LinkButton href={addressOf(managePermision)}>{m.permissions_title()}</LinkButton>
        <Button variant="primary" onPress={() => setOpen(true)}>
          {m.permissions_assign_title()}
        </Button>
      </>
    ),
    dialogs:
      isOpen === null ? null : (
        <Suspense>
          <AssignDialog
            isOpen={isOpen}
            onOpenChange={setOpen}
            person={person}
            onDone={() => {
              say(m.permissions_assigned());
              refresh();
            }}
          />
        </Suspense>
      ),
  };
}

/** To whom the permissions of a district are given, and how long (`admin/assignNewPermission`). */
export default recordScreen<Assignment>({
  ...assignNewPermission,
  title: m.permissions_assign_list,
  lead: m.permissions_assign_lead,
  source: assignmentSource,
  nameOf: (row) => m.permissions_named({ permission: row.permission_name, to: recipientText(row) }),
  columns,
  initial: { sort: { key: 'at', isDescending: true }, filter: '', hidden: [] },
  removal: {
    question: { title: m.permissions_unassign_question, confirm: m.permissions_unassign },
    consequences: ({ people = 0 }) => <Text>{m.permissions_unassign_text({ count: people })}</Text>,
    done: m.permissions_unassigned,
    restored: m.permissions_assigned_again,
    hint: m.permissions_unassign_hint,
  },
  empty: { title: m.permissions_assign_none, text: m.permissions_assign_none_text },
  useParts: useAssignParts,
});
