import { useState } from 'react';
import { type RosterStudent, rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import type { NewLoginCode } from '../../services/rostering/students.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconRefresh, IconX } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useUser } from '../hooks.ts';
import type { RecordAction } from '../records/declaration.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { type Command, useCommand } from '../useCommand.ts';
import s from './rostering.module.css';
import { nameOf } from './rosterWords.ts';

/** The login codes of students: a new one, which is shown once, and revoking one. */
export function useLoginCodes(say: (text: string) => void, refresh: () => void) {
  const { send } = useApp();
  // The only place that knows a code. Closing its dialog forgets it.
  const [secret, setSecret] = useState<NewLoginCode | null>(null);
  const renewal = useCommand(
    'newLoginCode',
    async ({ user_puid }: RosterStudent, { signal }) =>
      setSecret(await send(rostering.resetStudentPassword, { student_puid: user_puid }, { signal })),
    { question: 'plain', onDone: refresh },
  );
  const revocation = useCommand(
    'revokeLoginCode',
    ({ user_puid }: RosterStudent, { signal }) => send(rostering.revokeLoginCode, { student_puid: user_puid }, { signal }),
    {
      question: 'plain',
      onDone: (student) => {
        say(m.rostering_code_revoked({ name: nameOf(student) }));
        refresh();
      },
    },
  );
  return {
    /** Shows the code of a new student. */
    show: (added: object) => setSecret(added as NewLoginCode),
    actions: (row: RosterStudent): RecordAction[] => {
      const notYours = row.can_manage ? null : m.rostering_not_yours_ask();
      return [
        { key: 'code', label: m.rostering_new_code(), icon: IconRefresh, reason: notYours, onAction: () => renewal.give(row) },
        {
          key: 'revoke',
          label: m.rostering_revoke_code(),
          icon: IconX,
          reason: notYours ?? (row.has_password ? null : m.rostering_no_password()),
          onAction: () => revocation.give(row),
        },
      ];
    },
    dialogs: (
      <>
        <CodeQuestion
          command={renewal}
          title={m.rostering_new_code_title}
          text={m.rostering_new_code_text}
          confirmLabel={m.rostering_make_code()}
        />
        <CodeQuestion
          command={revocation}
          title={m.rostering_revoke_title}
          text={m.rostering_revoke_text}
          confirmLabel={m.rostering_revoke()}
          isDanger
        />
        {secret ? <CodeShown secret={secret} onClose={() => setSecret(null)} /> : null}
      </>
    ),
  };
}

interface CodeQuestionProps {
  command: Command<RosterStudent, unknown>;
  title: (inputs: { name: string }) => string;
  text: (inputs: { name: string }) => string;
  confirmLabel: string;
  isDanger?: boolean;
}

function CodeQuestion({ command, title, text, confirmLabel, isDanger = false }: CodeQuestionProps) {
  const { order: student, problem } = command;
  const name = student ? nameOf(student) : '';
  return (
    <ConfirmDialog
      isOpen={command.isAsking}
      onOpenChange={(isOpen) => !isOpen && command.dismissQuestion()}
      title={title({ name })}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isPending={command.isSaving}
      onConfirm={() => command.confirm()}
      error={problem && problemText(problem)}
    >
      <CodeOfNow student={student} />
      <Text>{text({ name })}</Text>
    </ConfirmDialog>
  );
}

/** Facts about the student's current login code, which nobody can read again. */
function CodeOfNow({ student }: { student: RosterStudent | undefined }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  if (!student?.login_code) return null;
  const { made_at, made_by, used_at } = student.login_code;
  const when = (instant: string) => formatMoment(instant, language, time_zone);
  return (
    <Text tone="soft">
      {m.rostering_code_made({ when: when(made_at), name: made_by })}{' '}
      {used_at === null ? m.rostering_code_never_used() : m.rostering_code_first_used({ when: when(used_at) })}{' '}
      {m.rostering_code_good_until()}
    </Text>
  );
}

function CodeShown({ secret: { student, password }, onClose }: { secret: NewLoginCode; onClose: () => void }) {
  return (
    <Dialog
      size="small"
      title={m.rostering_code_title({ name: nameOf(student) })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          {m.rostering_done()}
        </Button>
      }
    >
      <Text>
        {m.rostering_user_name()}: <strong>{student.user_name}</strong>
      </Text>
      <output className={s.code} aria-label={m.rostering_code()}>
        {password}
      </output>
      <Text tone="soft">{m.rostering_code_text()}</Text>
    </Dialog>
  );
}
