import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ExportFormat, type ExportTable, exportFormats, exportTables } from '../../../contract/exportJob.ts';
import { Role } from '../../../contract/kit.ts';
import { profile } from '../../../contract/profile.ts';
import { m } from '../../paraglide/messages.js';
import { type ExportOrder, startExport } from '../../services/exports.ts';
import { Checkbox, CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { fieldText } from '../shell/fieldText.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { tableNames } from './exportWords.ts';
import { usageReportDownload } from './usageReportDownload.screen.ts';

const formatNames: Readonly<Record<ExportFormat, readonly [name: () => string, help: () => string]>> = {
  csv: [m.exports_csv, m.exports_csv_help],
  xlsx: [m.exports_xlsx, m.exports_xlsx_help],
};
/** Stands for the whole district in the choice of a school. */
const whole = 'district';

/** The school of the export, for those who administer several. */
function SchoolField({ value, onChange }: { value: number | null; onChange: (school_id: number | null) => void }) {
  const { send } = useApp();
  const { userPuid, districtID } = useUser();
  const schools = useCollection(
    (signal) => send(profile.allSchools, { district_id: districtID, logged_in_user_puid: userPuid }, { signal }),
    undefined,
    'collection: schools to export',
  );
  return (
    <>
      <LoadState collection={schools} shape="row" count={1} />
      {schools.data ? (
        <NativeSelect
          label={m.exports_scope()}
          placeholder={m.exports_district()}
          value={value === null ? whole : String(value)}
          options={[
            { key: whole, label: m.exports_district() },
            ...schools.data.map(({ school_id, name }) => ({ key: String(school_id), label: name })),
          ]}
          onChange={(key) => onChange(key === whole ? null : Number(key))}
        />
      ) : null}
    </>
  );
}

/** Chooses what to export, and starts it. The page of the export opens then. */
export default function ExportDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { send } = useApp();
  const { role } = useUser();
  const navigate = useNavigate();
  const [tables, setTables] = useState<readonly ExportTable[]>(['results']);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [school_id, setSchool] = useState<number | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [with_names, setNames] = useState(false);
  const { give, isBusy, problem } = useCommand('startExport', (order: ExportOrder, { signal }) => startExport(send, order, signal), {
    announce: { failed: () => m.exports_start_failed() },
    onDone: (_, { job_id }) => void navigate(addressOf(usageReportDownload, job_id)),
  });
  const order: ExportOrder = { tables: [...tables], format, from_date: from || null, to_date: to || null, school_id, with_names };
  const wrong = fieldText(problem, 'tables') ?? fieldText(problem, 'to_date');
  return (
    <Dialog
      size="large"
      title={m.exports_new()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isBusy={isBusy}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isBusy} onPress={() => give(order)}>
          {m.exports_start()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {problem && wrong === null ? <ProblemNotice title={m.exports_start_failed()} problem={problem} focus="command-problem" /> : null}
        <CheckboxGroup
          label={m.exports_tables()}
          options={exportTables.map((key) => ({ key, label: tableNames[key][0](), description: tableNames[key][1]() }))}
          value={tables}
          onChange={(keys) => setTables(exportTables.filter((table) => keys.includes(table)))}
          error={fieldText(problem, 'tables')}
        />
        {role >= Role.districtAdministrator ? <SchoolField value={school_id} onChange={setSchool} /> : null}
        <Stack gap={1}>
          <Row gap={3} align="start">
            <NativeField label={m.exports_from()} type="date" value={from} onChange={({ currentTarget }) => setFrom(currentTarget.value)} />
            <NativeField
              label={m.exports_to()}
              type="date"
              value={to}
              error={fieldText(problem, 'to_date')}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          </Row>
          <Text tone="soft" size={2}>
            {m.exports_period_help()}
          </Text>
        </Stack>
        <RadioGroup
          label={m.exports_format()}
          options={exportFormats.map((key) => ({ key, label: formatNames[key][0](), description: formatNames[key][1]() }))}
          value={format}
          onChange={(key) => setFormat(key === 'xlsx' ? 'xlsx' : 'csv')}
        />
        <Checkbox label={m.exports_with_names()} description={m.exports_with_names_help()} isSelected={with_names} onChange={setNames} />
      </Stack>
    </Dialog>
  );
}
