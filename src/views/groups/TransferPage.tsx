import { m } from '../../paraglide/messages.js';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { paths } from '../paths.ts';
import { useAddressValue } from '../tableAddress.ts';
import { HandOver } from './HandOver.tsx';
import { MoveStudents } from './MoveStudents.tsx';

/** Transfers classes between teachers and students between classes (`admin/manageUsers/transferMygroup`). */
export default function TransferPage() {
  const [part, setPart] = useAddressValue('what', 'classes');
  return (
    <Page width="wide">
      <PageHeader
        title={m.groups_transfer_title()}
        lead={m.groups_transfer_page_lead()}
        breadcrumbs={[{ label: m.rostering_home(), href: paths.rosters }]}
      />
      <Tabs
        label={m.groups_transfer_parts()}
        selected={part}
        onChange={setPart}
        items={[
          { key: 'classes', label: m.groups_transfer_classes(), content: <HandOver /> },
          { key: 'students', label: m.rostering_students(), content: <MoveStudents /> },
        ]}
      />
    </Page>
  );
}
