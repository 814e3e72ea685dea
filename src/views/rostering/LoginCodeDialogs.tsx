import type { RosterStudent } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import type { NewLoginCode } from '../../services/rostering/students.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import type { Command } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import s from './rostering.module.css';

interface LoginCodeDialogsProps {
  renewal: Command<RosterStudent, unknown>;
  revocation: Command<RosterStudent, unknown>;
  /** A code that was just made. */
  secret: NewLoginCode | null;
  onClose: () => void;
}

/** The questions before a new login code and before revoking one, and the new code. */
export default function LoginCodeDialogs({ renewal, revocation, secret, onClose }: LoginCodeDialogsProps) {
  return (
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
      {secret ? <CodeShown secret={secret} onClose={onClose} /> : null}
    </>
  );
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

/** A code that was just made, with the username: the only time that it can be read. */
export function CodeShown({ secret: { student, password }, onClose }: { secret: NewLoginCode; onClose: () => void }) {
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
