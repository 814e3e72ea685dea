import { useEffect, useRef } from 'react';
import type { GroupAssignment } from '../../../contract/assignments.ts';
import { assignmentDatesMachine } from '../../machines/assigning/assignmentDatesMachine.ts';
import { m } from '../../paraglide/messages.js';
import { assignmentDatesActors, daysOf } from '../../services/assigning.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { DateFields } from './DateFields.tsx';
import { ReadingsField } from './ReadingsField.tsx';

const announcements = { teacher_dates_inverted: m.teacher_dates_inverted };

interface DatesDialogProps {
  assignment: Pick<GroupAssignment, 'group_assignment_id' | 'lesson_name' | 'group_name' | 'from_date' | 'to_date' | 'readings_open'>;
  hasTimedAssessment: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** New dates for a class that has the lesson, driven by the `assignmentDates` chart. */
export default function DatesDialog({ assignment, hasTimedAssessment, onClose, onSaved }: DatesDialogProps) {
  const { send } = useApp();
  const { time_zone: timeZone } = useUser();
  const notices = useNotices();
  const { group_assignment_id: groupAssignmentId, lesson_name, group_name, from_date: fromDate, to_date: toDate } = assignment;
  const actor = useChart(assignmentDatesMachine, {
    actors: assignmentDatesActors(send, { fromDate, toDate, timeZone }),
    input: { groupAssignmentId, dates: daysOf({ fromDate, toDate, timeZone }), isReadingOpen: assignment.readings_open ?? false },
    announce: announcements,
    on: {
      'dates.saved': ({ notified }) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.sharing_dates_saved({ count: notified }) });
        events.current.onSaved();
      },
    },
  });
  const { dates, isReadingOpen, problem, isSaving, isInverted, isRefused, isOver } = useFields(actor, (snapshot) => ({
    dates: snapshot.context.dates,
    isReadingOpen: snapshot.context.isReadingOpen,
    problem: snapshot.hasTag('refused') ? snapshot.context.problem : null,
    isSaving: snapshot.hasTag('busy'),
    isInverted: snapshot.hasTag('inverted'),
    isRefused: snapshot.hasTag('refused'),
    isOver: snapshot.status === 'done',
  }));
  const events = useRef({ onClose, onSaved });
  useEffect(() => {
    events.current = { onClose, onSaved };
  });
  useEffect(() => {
    if (isOver) events.current.onClose();
  }, [isOver]);
  if (isOver) return null;
  return (
    <Dialog
      title={m.sharing_dates_title({ lesson: lesson_name, name: group_name })}
      isOpen
      isBusy={isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isSaving} onPress={() => actor.send({ type: 'dates.submitted' })}>
          {m.sharing_dates_save()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {isRefused ? <ProblemNotice title={m.sharing_dates_failed()} problem={problem} focus="dates-problem" /> : null}
        <DateFields
          dates={dates}
          isDisabled={isSaving}
          isInverted={isInverted}
          errors={{ from: fieldText(problem, 'from_date'), to: fieldText(problem, 'to_date') }}
          help={m.teacher_to_help({ zone: timeZone })}
          onChange={(next) => actor.send({ type: 'dates.changed', dates: next })}
        />
        <Text tone="soft">{m.sharing_dates_text()}</Text>
        {hasTimedAssessment ? (
          <ReadingsField
            isOpen={isReadingOpen}
            isBusy={isSaving}
            onChange={(isOpen) => actor.send({ type: 'readings.switched', isOpen })}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}
