import { useState } from 'react';
import { permissions } from '../../../contract/permissions.ts';
import { m } from '../../paraglide/messages.js';
import { type AssignmentOrder, assignPermission, countPermission } from '../../services/permissions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { CountedQuestion } from '../shell/CountedQuestion.tsx';
import { LoadState } from '../shell/Loaded.tsx';
import { roleName } from '../shell/roleName.ts';
import { useCommand } from '../useCommand.ts';
import { managePermision } from './managePermision.screen.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { rightNames } from './permissionWords.ts';

interface AssignDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Username of the person who is filled in; empty: a role is chosen. */
  person: string;
  onDone: () => void;
}

/** Chooses a permission, to whom it goes and how long; says how many people that is, and gives it. */
export default function AssignDialog({ isOpen, onOpenChange, person, onDone }: AssignDialogProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const [chosen, setChosen] = useState<string | null>(null);
  const [kind, setKind] = useState<'role' | 'person'>(person === '' ? 'role' : 'person');
  const [role, setRole] = useState<string | null>(null);
  const [userName, setUserName] = useState(person);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const offered = useCollection(
    (signal) => send(permissions.assignablePermissions, { user_puid: userPuid }, { signal }),
    undefined,
    'collection: permissions to give',
  );
  const command = useCommand('assignPermission', (order: AssignmentOrder, { signal }) => assignPermission(send, userPuid, order, signal), {
    question: { count: (order, { signal }) => countPermission(send, userPuid, order, signal) },
    onDone: () => {
      onOpenChange(false);
      onDone();
    },
  });
  const permission = offered.data?.permissions.find(({ permission_id }) => String(permission_id) === chosen);
  const recipient = kind === 'role' ? role : userName.trim() || null;
  const give = () => {
    setMissing(!permission || recipient === null);
    if (!permission || recipient === null) return;
    command.give({
      permission_id: permission.permission_id,
      to_role_id: kind === 'role' ? Number(role) : null,
      to_user_name: kind === 'person' ? userName.trim() : null,
      from_date: from || null,
      to_date: to || null,
    });
  };
  const missing = isMissing ? m.records_choose() : null;
  if (command.isAsking)
    return (
      <CountedQuestion
        command={command}
        title={m.permissions_assign_question({ name: permission?.name ?? '' })}
        confirm={m.permissions_assign()}
        uncounted={m.permissions_assign_uncounted()}
        consequences={({ people, new_people }) => (
          <Text>{`${m.permissions_assign_people({ count: people })} ${m.permissions_assign_new({ count: new_people })}`}</Text>
        )}
      />
    );
  return (
    <Dialog
      title={m.permissions_assign_title()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={(close) => (
        <DialogButtons close={close} isBusy={false} reason={offered.data?.permissions.length ? null : m.ui_wait()} onPress={give}>
          {m.permissions_assign_next()}
        </DialogButtons>
      )}
    >
      <LoadState collection={offered} shape="row" count={3} />
      {offered.data?.permissions.length === 0 ? (
        <EmptyState
          title={m.permissions_none()}
          action={<LinkButton href={addressOf(managePermision)}>{m.permissions_title()}</LinkButton>}
        >
          {m.permissions_none_text()}
        </EmptyState>
      ) : null}
      {offered.data?.permissions.length ? (
        <Stack gap={4}>
          <Stack gap={1}>
            <NativeSelect
              label={m.permissions_permission()}
              placeholder={m.records_choose()}
              value={chosen}
              options={offered.data.permissions.map(({ permission_id, name }) => ({ key: String(permission_id), label: name }))}
              error={permission ? null : missing}
              onChange={setChosen}
            />
            {permission ? (
              <Text tone="soft" size={2}>
                {permission.rights.map((right) => rightNames[right][0]()).join(', ') || m.permissions_no_rights()}
              </Text>
            ) : null}
          </Stack>
          <RadioGroup
            label={m.permissions_to()}
            look="list"
            value={kind}
            options={[
              { key: 'role', label: m.permissions_to_role() },
              { key: 'person', label: m.permissions_to_person() },
            ]}
            onChange={(key) => setKind(key === 'person' ? 'person' : 'role')}
          />
          {kind === 'role' ? (
            <NativeSelect
              label={m.account_column_role()}
              placeholder={m.records_choose()}
              value={role}
              options={offered.data.roles.map((one) => ({ key: String(one), label: roleName(one) }))}
              error={role === null ? missing : null}
              onChange={setRole}
            />
          ) : (
            <NativeField
              label={m.account_user_name()}
              description={m.permissions_user_name_help()}
              value={userName}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              error={userName.trim() === '' && isMissing ? m.records_missing() : null}
              onChange={({ currentTarget }) => setUserName(currentTarget.value)}
            />
          )}
          <PeriodFields from={from} to={to} onFrom={setFrom} onTo={setTo} help={m.permissions_days_help()} />
        </Stack>
      ) : null}
    </Dialog>
  );
}
