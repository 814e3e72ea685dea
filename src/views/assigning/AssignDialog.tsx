import { lazy, Suspense, useState } from 'react';
import { backgroundLesson } from '../../../common/chosenDay.ts';
import { dayIn } from '../../../common/day.ts';
import { assignMachine, isDuePast } from '../../machines/assigning/assignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { assignActors } from '../../services/assigning.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { aMinute, useNotices, useNow, useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import type { LessonDialogProps } from '../workspace/LessonDialog.tsx';
import { AssignClasses } from './AssignClasses.tsx';
import { DateFields } from './DateFields.tsx';
import { ReadingsField } from './ReadingsField.tsx';
import { UnassignQuestion, useUnassign } from './UnassignQuestion.tsx';

const WhatStudentsSee = lazy(() => import('./WhatStudentsSee.tsx'));

const announcements = { sharing_choose_somebody: m.sharing_choose_somebody, teacher_dates_inverted: m.teacher_dates_inverted };

/** Classes, groups, students and dates for one lesson, driven by the `assign` chart. */
export default function AssignDialog({
  lessonId,
  lessonName,
  isPrebuilt,
  dueDate,
  onClose,
  onOutdated,
  onAssigned,
  onUnassigned,
}: LessonDialogProps) {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const notices = useNotices();
  const time = useNow(aMinute);
  const actor = useChart(assignMachine, {
    actors: assignActors(send),
    input: { userPuid: user.userPuid, lessonId, isPrebuilt, timeZone: user.time_zone, today: dayIn(now(), user.time_zone), dueDate },
    announce: announcements,
    on: {
      'lesson.assigned': ({ classes, students: single }) => {
        const parts = [
          classes > 0 ? m.teacher_assigned({ count: classes }) : null,
          single > 0 ? m.sharing_assigned_students({ count: single }) : null,
        ];
        notices.send({ type: 'notice.posted', kind: 'success', text: parts.filter((part) => part !== null).join(' · ') });
        onAssigned?.();
        onClose();
      },
      'workspace.outdated': () => onOutdated?.(),
    },
  });
  const unassign = useUnassign(({ groupAssignmentId }) => {
    const { groups } = actor.getSnapshot().context;
    const groupPuid = groups.find((group) => group.group_assignment_id === groupAssignmentId)?.group_puid;
    if (groupPuid !== undefined) actor.send({ type: 'lesson.unassigned', groupPuid });
    onUnassigned?.();
  });
  const { dates, problem, ...shown } = useFields(actor, (snapshot) => ({
    dates: snapshot.context.dates,
    problem: snapshot.hasTag('failed') ? snapshot.context.problem : null,
    isReadingOpen: snapshot.context.isReadingOpen,
    hasTimed: snapshot.context.groups.some((group) => group.has_timed_assessment),
    isWithoutClass: snapshot.context.groups.length === 0,
    isLoading: snapshot.hasTag('loading'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isChoosing: snapshot.hasTag('choosing'),
    isInverted: snapshot.hasTag('inverted'),
    isRefused: snapshot.hasTag('refused'),
    isAssigning: snapshot.hasTag('assigning'),
  }));
  const { isAssigning, isChoosing } = shown;
  const notYet = useWhyNot<typeof assignMachine>(
    actor,
    { type: 'assign.submitted' },
    {
      notHere: isAssigning ? null : m.teacher_classes_first(),
    },
  );
  return (
    <>
      <Dialog
        title={m.teacher_assign_title({ name: lessonName })}
        size="large"
        isOpen
        isBusy={isAssigning}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        footer={(close) => (
          <DialogButtons close={close} isBusy={isAssigning} reason={notYet} onPress={() => actor.send({ type: 'assign.submitted' })}>
            {m.teacher_assign()}
          </DialogButtons>
        )}
      >
        <Stack gap={5}>
          {shown.isLoading && shown.isWithoutClass ? <Skeleton shape="row" count={4} /> : null}
          {shown.isUnavailable ? (
            <ProblemNotice problem={problem} focus="assign-problem" onRetry={() => actor.send({ type: 'groups.retried' })} />
          ) : null}
          {shown.isRefused ? <ProblemNotice title={m.teacher_assign_error()} problem={problem} focus="assign-problem" /> : null}
          {shown.isWithoutClass ? null : (
            <AssignClasses
              actor={actor}
              lessonId={lessonId}
              onUnassign={({ group_assignment_id, group_name: name }, userPuids) =>
                group_assignment_id !== null && unassign.give({ groupAssignmentId: group_assignment_id, userPuids, name })
              }
            />
          )}
          {isChoosing && shown.isWithoutClass ? <Notice tone="info">{m.teacher_no_classes()}</Notice> : null}
          {dueDate !== null &&
          dueDate !== backgroundLesson.due_date &&
          dates.to === '' &&
          isDuePast({ dueDate, today: dayIn(time, user.time_zone) }) ? (
            <Notice tone="info">{m.sharing_lesson_due_past({ day: formatDay(`${dueDate}T12:00:00Z`, language, 'UTC') })}</Notice>
          ) : null}
          <DateFields
            dates={dates}
            isDisabled={isAssigning}
            isInverted={shown.isInverted}
            errors={{ from: fieldText(problem, 'from_date'), to: fieldText(problem, 'to_date') }}
            help={m.teacher_to_help({ zone: user.time_zone })}
            onChange={(next) => actor.send({ type: 'dates.changed', dates: next })}
          />
          {shown.hasTimed ? (
            <ReadingsField
              isOpen={shown.isReadingOpen}
              isBusy={!isChoosing}
              onChange={(isOpen) => actor.send({ type: 'readings.switched', isOpen })}
            />
          ) : null}
          <Outlook>
            <WhatStudentsSee dates={dates} timeZone={user.time_zone} lessonName={lessonName} />
          </Outlook>
        </Stack>
      </Dialog>
      <UnassignQuestion command={unassign} lessonName={lessonName} />
    </>
  );
}

/** What students will see, behind a button. */
function Outlook({ children }: { children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="quiet" icon={isOpen ? IconChevronDown : IconChevronRight} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {m.sharing_see_title()}
      </Button>
      {isOpen ? <Suspense fallback={<Skeleton shape="row" count={3} />}>{children}</Suspense> : null}
    </div>
  );
}
