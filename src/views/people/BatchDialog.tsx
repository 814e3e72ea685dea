import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { wholeRoster } from '../../../contract/kit.ts';
import { profile } from '../../../contract/profile.ts';
import { type SelectionMode, selectionModes } from '../../../contract/rostering/job.ts';
import { userBatch } from '../../../contract/userBatch.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { fieldText } from '../shell/fieldText.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { batchNames } from './batchWords.ts';
import type { BatchPeople } from './useBatch.tsx';

interface BatchDialogProps {
  whom: BatchPeople;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Chooses what is to happen to many people. The page that opens then says what would change, and asks. */
export default function BatchDialog({ whom, isOpen, onOpenChange }: BatchDialogProps) {
  const { send } = useApp();
  const { role, userPuid } = useUser();
  const navigate = useNavigate();
  const [action, setAction] = useState<SelectionMode>('close');
  const [school_id, setSchool] = useState<number | null>(null);
  const { selected, narrowing, count } = whom;
  const { give, isBusy, problem } = useCommand(
    'startBatch',
    (order: { action: SelectionMode; school_id: number | null }, { signal }) =>
      send(userBatch.startBatch, { user_puid: userPuid, ...order, ...narrowing, selected }, { signal }),
    {
      announce: { failed: () => m.people_batch_failed() },
      onDone: (_, { job_id }) => void navigate(paths.adminImport('userBatch', job_id)),
    },
  );
  const wrong = fieldText(problem, 'school_id');
  const offered = selectionModes.filter((mode) => mode !== 'move' || wholeRoster.some((one) => one === role));
  return (
    <Dialog
      size="large"
      title={
        selected
          ? m.people_batch_title({ count, number: formatNumber(count) })
          : m.people_batch_title_all({ count, number: formatNumber(count) })
      }
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isBusy={isBusy}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isBusy} onPress={() => give({ action, school_id })}>
          {m.people_batch_go()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {problem && wrong === null ? <ProblemNotice title={m.people_batch_failed()} problem={problem} focus="command-problem" /> : null}
        <RadioGroup
          label={m.people_batch_what()}
          options={offered.map((key) => ({ key, label: batchNames[key][0](), description: batchNames[key][1]() }))}
          value={action}
          onChange={(key) => setAction(offered.find((one) => one === key) ?? 'close')}
        />
        {action === 'move' ? <SchoolField value={school_id} error={wrong} onChange={setSchool} /> : null}
        <Text tone="soft">{m.people_batch_next()}</Text>
      </Stack>
    </Dialog>
  );
}

interface SchoolFieldProps {
  value: number | null;
  error: string | null;
  onChange: (school_id: number) => void;
}

/** The school to which the people move. */
function SchoolField({ value, error, onChange }: SchoolFieldProps) {
  const { send } = useApp();
  const { userPuid, districtID } = useUser();
  const schools = useCollection(
    (signal) => send(profile.allSchools, { district_id: districtID, logged_in_user_puid: userPuid }, { signal }),
    undefined,
    'collection: schools to move to',
  );
  return (
    <>
      <LoadState collection={schools} shape="row" count={1} />
      {schools.data ? (
        <NativeSelect
          label={m.people_batch_school()}
          placeholder={m.people_batch_school_choose()}
          value={value === null ? '' : String(value)}
          error={error}
          options={schools.data.map(({ school_id, name }) => ({ key: String(school_id), label: name }))}
          onChange={(key) => onChange(Number(key))}
        />
      ) : null}
    </>
  );
}
