import { useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { GroupCard } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import type { RosterStudent } from '../../../contract/rostering.ts';
import type { rosteringMachine, StudentDraft } from '../../machines/rostering/rosteringMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Grid, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { formatMoment } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { useFieldTexts } from '../shell/fieldText.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import s from './rostering.module.css';
import { nameOf } from './rosterWords.ts';

interface StudentDialogsProps {
  actor: ActorRefFrom<typeof rosteringMachine>;
  state: SnapshotFrom<typeof rosteringMachine>;
  classes: readonly GroupCard[];
}

/** The dialogs of the student list: the form, the confirmation of a new code, and the code itself. */
export function StudentDialogs({ actor, state, classes }: StudentDialogsProps) {
  const { chosen, secret, commandProblem } = state.context;
  const isBusy = state.hasTag('busy');
  const close = () => {
    const event = { type: 'dialog.closed' as const };
    if (actor.getSnapshot().can(event)) actor.send(event);
  };
  return (
    <>
      {state.hasTag('form') ? (
        <StudentForm
          key={chosen?.user_puid ?? 'new'}
          state={state}
          classes={classes}
          onSubmit={(draft) => actor.send({ type: 'student.submitted', draft })}
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        isOpen={state.hasTag('asking')}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={m.rostering_new_code_title({ name: chosen ? nameOf(chosen) : '' })}
        confirmLabel={m.rostering_make_code()}
        isPending={state.hasTag('asking') && isBusy}
        onConfirm={() => actor.send({ type: 'password.resetConfirmed' })}
        error={commandProblem ? problemText(commandProblem) : null}
      >
        <CodeOfNow student={chosen} />
        <Text>{m.rostering_new_code_text({ name: chosen ? nameOf(chosen) : '' })}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={state.hasTag('doubting')}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={m.rostering_revoke_title({ name: chosen ? nameOf(chosen) : '' })}
        confirmLabel={m.rostering_revoke()}
        isDanger
        isPending={state.hasTag('doubting') && isBusy}
        onConfirm={() => actor.send({ type: 'revocation.confirmed' })}
        error={commandProblem ? problemText(commandProblem) : null}
      >
        <CodeOfNow student={chosen} />
        <Text>{m.rostering_revoke_text({ name: chosen ? nameOf(chosen) : '' })}</Text>
      </ConfirmDialog>
      {secret ? (
        <Dialog
          size="small"
          title={m.rostering_code_title({ name: nameOf(secret.student) })}
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          footer={
            <Button variant="primary" onPress={close}>
              {m.rostering_done()}
            </Button>
          }
        >
          <Text>
            {m.rostering_user_name()}: <strong>{secret.student.user_name}</strong>
          </Text>
          <output className={s.code} aria-label={m.rostering_code()}>
            {secret.password}
          </output>
          <Text tone="soft">{m.rostering_code_text()}</Text>
        </Dialog>
      ) : null}
    </>
  );
}

/** Facts about the student's current sign-in code, which nobody can read again. */
function CodeOfNow({ student }: { student: RosterStudent | null }) {
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

interface StudentFormProps {
  state: SnapshotFrom<typeof rosteringMachine>;
  classes: readonly GroupCard[];
  onSubmit: (draft: StudentDraft) => void;
  onClose: () => void;
}

function StudentForm({ state, classes, onSubmit, onClose }: StudentFormProps) {
  const { chosen, commandProblem } = state.context;
  const wrongFields = useFieldTexts(commandProblem);
  const { role } = useUser();
  const isBusy = state.hasTag('saving');
  const open = classes.filter(({ active }) => active);
  const [group, setGroup] = useState<string | null>(open.length === 1 ? String(open[0]?.group_puid) : null);
  const mustChoose = chosen === null && role !== Role.schoolAdministrator && group === null;
  const text = (data: FormData, name: string) => String(data.get(name) ?? '');
  return (
    <Dialog
      title={chosen ? m.rostering_edit_title({ name: nameOf(chosen) }) : m.rostering_add_student()}
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close} reason={isBusy ? m.ui_wait() : null}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            form="student-form"
            variant="primary"
            isPending={isBusy}
            reason={mustChoose ? m.rostering_choose_class() : null}
          >
            {chosen ? m.rostering_save() : m.rostering_add_student()}
          </Button>
        </>
      )}
    >
      <Form
        id="student-form"
        isPending={isBusy || mustChoose}
        error={commandProblem ? problemText(commandProblem) : null}
        validationErrors={wrongFields}
        onSubmit={(data) =>
          onSubmit({
            first_name: text(data, 'first_name'),
            last_name: text(data, 'last_name'),
            user_name: text(data, 'user_name'),
            grade: text(data, 'grade'),
            email: text(data, 'email'),
            student_id: text(data, 'student_id'),
            group_puids: group === null ? [] : [Number(group)],
          })
        }
      >
        <Grid min="s" gap={3}>
          <TextField
            name="first_name"
            label={m.rostering_first_name()}
            defaultValue={chosen?.first_name ?? ''}
            isRequired
            maxLength={100}
            autoFocus
          />
          <TextField name="last_name" label={m.rostering_last_name()} defaultValue={chosen?.last_name ?? ''} isRequired maxLength={100} />
          <TextField
            name="user_name"
            label={m.rostering_user_name()}
            description={chosen ? null : m.rostering_user_name_help()}
            defaultValue={chosen?.user_name ?? ''}
            isRequired={chosen !== null}
            maxLength={100}
            autoComplete="off"
            spellCheck="false"
          />
          <TextField name="grade" label={m.rostering_grade()} defaultValue={chosen?.grade ?? ''} maxLength={10} />
          <TextField
            name="email"
            type="email"
            label={m.rostering_email()}
            defaultValue={chosen?.email ?? ''}
            maxLength={254}
            autoComplete="off"
          />
          <TextField
            name="student_id"
            label={m.rostering_student_id()}
            defaultValue={chosen?.student_id ?? ''}
            maxLength={100}
            autoComplete="off"
          />
        </Grid>
        {chosen === null ? (
          <NativeSelect
            label={m.rostering_class()}
            placeholder={m.rostering_choose_class()}
            value={group}
            options={open.map((one) => ({
              key: String(one.group_puid),
              label: role >= Role.districtAdministrator ? `${one.group_name} · ${one.school_name}` : one.group_name,
            }))}
            onChange={setGroup}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
