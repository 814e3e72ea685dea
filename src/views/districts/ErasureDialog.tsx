import { type KeyboardEvent, useRef, useState } from 'react';
import { type DistrictErasurePlan, districtErasureDays } from '../../../contract/districts.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { TypeToConfirm } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useArchive } from '../privacy/useArchive.ts';
import { PasswordField } from '../profile/TypedDialog.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { roleName } from '../shell/roleName.ts';
import s from './districts.module.css';
import type { Erasing } from './useDistrictErasure.tsx';

/** Asks before a district is closed and erased: shows the numbers, offers an archive, and has the name and the password typed. */
export default function ErasureDialog({ command }: { command: Erasing }) {
  const { order } = command;
  return <Question key={order?.district_id} command={command} name={order?.name ?? ''} />;
}

function Question({ command, name }: { command: Erasing; name: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const { counted, isUncounted, isSaving, isIncomplete, problem } = command;
  const ofPassword = isIncomplete ? m.account_sessions_password_missing() : fieldText(problem, 'current_password');
  const isNamed = typed.trim() === name;
  const reason = isUncounted
    ? null
    : !counted
      ? m.ui_wait()
      : counted.confirm_by === 'sign_in'
        ? m.districts_erase_sign_in()
        : isNamed
          ? null
          : m.ui_type_first({ words: name });
  const submit = () => {
    if (isUncounted) command.recount();
    else if (reason === null && !isSaving)
      command.confirm(counted?.confirm_by === 'password' ? String(new FormData(form.current as HTMLFormElement).get('typed')) : undefined);
  };
  // A form of two fields without a button in it does not submit itself.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Dialog
      role="alertdialog"
      size="medium"
      title={m.districts_erase_title({ name })}
      isOpen={command.isAsking}
      isBusy={isSaving}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setTyped('');
        command.dismissQuestion();
      }}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isSaving} reason={reason} isDanger={!isUncounted} onPress={submit}>
          {isUncounted ? m.common_try_again() : m.districts_erase()}
        </DialogButtons>
      )}
    >
      {isUncounted ? (
        <Text>{m.districts_erase_uncounted()}</Text>
      ) : counted ? (
        <form ref={form} className={s.form} onKeyDown={onKeyDown} onSubmit={(event) => event.preventDefault()} noValidate>
          <Text>{m.districts_erase_text({ days: formatNumber(districtErasureDays) })}</Text>
          <Numbers plan={counted} />
          <Archive district_id={counted.district_id} isDisabled={isSaving} />
          {counted.confirm_by === 'sign_in' ? <Notice tone="info">{m.districts_erase_sign_in()}</Notice> : null}
          <TypeToConfirm words={name} value={typed} onChange={setTyped} />
          {counted.confirm_by === 'password' ? (
            // Typing in it takes the error away.
            <div onChange={command.edit}>
              <PasswordField label={m.account_sessions_password()} description={m.districts_erase_password_why()} error={ofPassword} />
            </div>
          ) : null}
          {problem && !ofPassword ? <Notice tone="error">{problemText(problem)}</Notice> : null}
        </form>
      ) : (
        <>
          <Text tone="soft">{m.workspace_delete_counting()}</Text>
          <Skeleton shape="row" count={3} />
        </>
      )}
    </Dialog>
  );
}

function Numbers({ plan }: { plan: DistrictErasurePlan }) {
  const { people, schools, classes, lessons, attempts, files } = plan;
  const lines = [
    ...people.map(({ role, count }) => m.districts_erase_people({ role: roleName(role), count: formatNumber(count) })),
    ...(people.length === 0 ? [m.districts_erase_nobody()] : []),
    m.districts_erase_schools({ schools: formatNumber(schools), classes: formatNumber(classes) }),
    m.districts_erase_work({ lessons: formatNumber(lessons), attempts: formatNumber(attempts), files: formatNumber(files) }),
  ];
  return (
    <Stack gap={1}>
      <Text isBold>{m.districts_erase_numbers()}</Text>
      <ul className={s.numbers}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Stack>
  );
}

function Archive({ district_id, isDisabled }: { district_id: number; isDisabled: boolean }) {
  const archive = useArchive();
  return (
    <Stack gap={2}>
      <Text>{m.districts_erase_archive_first()}</Text>
      <Row>
        <Button
          size="small"
          isPending={archive.isSaving}
          reason={isDisabled ? m.ui_wait() : null}
          onPress={() => archive.give({ district_id })}
        >
          {m.privacy_archive()}
        </Button>
      </Row>
      {archive.problem ? <Notice tone="error">{problemText(archive.problem)}</Notice> : null}
    </Stack>
  );
}
