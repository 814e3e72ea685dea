import { useState } from 'react';
import { assigning } from '../../../contract/assigning.ts';
import type { GroupAssignment } from '../../../contract/assignments.ts';
import type { BodyOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Checkbox, CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';

interface TermHelpDialogProps {
  assignment: Pick<GroupAssignment, 'group_assignment_id' | 'lesson_name' | 'group_name'>;
  hasTimedAssessment: boolean;
  onClose: () => void;
}

/** Which students of an assignment may open the definitions of terms in its quizzes. */
export default function TermHelpDialog({ assignment, hasTimedAssessment, onClose }: TermHelpDialogProps) {
  const { send } = useApp();
  const notices = useNotices();
  const { group_assignment_id, lesson_name, group_name } = assignment;
  const collection = useCollection(
    (signal) => send(assigning.termHelp, { group_assignment_id }, { signal }),
    undefined,
    'collection: term help',
  );
  const { data } = collection;
  const [students, setStudents] = useState<readonly string[] | null>(null);
  const [isTimedToo, setTimedToo] = useState<boolean | null>(null);
  const { give, isBusy, problem } = useCommand(
    'termHelp',
    (order: BodyOf<typeof assigning.setTermHelp>, { signal }) => send(assigning.setTermHelp, order, { signal }),
    {
      onDone: () => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.sharing_terms_saved() });
        onClose();
      },
    },
  );
  const chosen = students ?? data?.students.flatMap(({ user_puid, has_help }) => (has_help ? [String(user_puid)] : [])) ?? [];
  const is_timed_too = isTimedToo ?? data?.is_timed_too ?? false;
  return (
    <Dialog
      title={m.sharing_terms_title({ lesson: lesson_name, name: group_name })}
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons
          close={close}
          isBusy={isBusy}
          reason={data ? null : m.ui_wait()}
          onPress={() => give({ group_assignment_id, user_puids: chosen.map(Number), is_timed_too })}
        >
          {m.sharing_terms_save()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {problem ? <ProblemNotice title={m.sharing_terms_failed()} problem={problem} focus="command-problem" /> : null}
        <LoadState collection={collection} shape="row" count={4} />
        {data && data.students.length === 0 ? <Text>{m.sharing_terms_none()}</Text> : null}
        {data && data.students.length > 0 ? (
          <>
            <Text>{m.sharing_terms_help()}</Text>
            <CheckboxGroup
              label={m.sharing_terms_students()}
              options={data.students.map(({ user_puid, first_name, last_name }) => ({
                key: String(user_puid),
                label: `${first_name} ${last_name}`,
              }))}
              value={chosen}
              onChange={setStudents}
            />
            {hasTimedAssessment ? <Checkbox label={m.sharing_terms_timed()} isSelected={is_timed_too} onChange={setTimedToo} /> : null}
            <Text tone="soft" size={2}>
              {m.sharing_terms_when()}
            </Text>
          </>
        ) : null}
      </Stack>
    </Dialog>
  );
}
