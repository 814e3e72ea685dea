import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { assignMachine } from '../../machines/assign/assignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { assignActors } from '../../services/assign.ts';
import { dayIn } from '../../../common/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Grid, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import s from './teacher.module.css';

interface AssignDialogProps {
  lessonId: number;
  lessonName: string;
  isPrebuilt: boolean;
  onClose: () => void;
  /** The workspace shows the lesson and must be loaded again. */
  onOutdated?: () => void;
}

const announcements = { teacher_choose_class: m.teacher_choose_class, teacher_dates_inverted: m.teacher_dates_inverted };

/** Classes and dates for one lesson, as the `assign` chart goes. */
export function AssignDialog({ lessonId, lessonName, isPrebuilt, onClose, onOutdated }: AssignDialogProps) {
  const { send, now, actorOptions } = useApp();
  const user = useUser();
  const notices = useNotices();
  const logic = useMemo(() => assignMachine.provide({ actors: assignActors(send) }), [send]);
  const actor = useActorRef(logic, {
    ...actorOptions,
    input: { userPuid: user.userPuid, lessonId, isPrebuilt, timeZone: user.time_zone, today: dayIn(now(), user.time_zone) },
  });
  useChartMeta(actor, announcements);
  const state = useSelector(actor, (snapshot) => snapshot);
  const { groups, chosen, dates, problem } = state.context;
  const isAssigning = state.matches('assigning');

  useEffect(() => {
    const assigned = actor.on('lesson.assigned', ({ count }) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.teacher_assigned({ count }) });
      onClose();
    });
    const outdated = actor.on('workspace.outdated', () => onOutdated?.());
    return () => {
      assigned.unsubscribe();
      outdated.unsubscribe();
    };
  }, [actor, notices, onClose, onOutdated]);

  const setDate = (part: Partial<typeof dates>) => actor.send({ type: 'dates.changed', dates: { ...dates, ...part } });
  return (
    <Dialog
      title={m.teacher_assign_title({ name: lessonName })}
      isOpen
      isBusy={isAssigning}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close} reason={isAssigning ? m.ui_wait() : null}>
            {m.common_cancel()}
          </Button>
          <Button
            variant="primary"
            isPending={isAssigning}
            reason={state.matches('choosing') || isAssigning ? null : m.teacher_classes_first()}
            onPress={() => actor.send({ type: 'assign.submitted' })}
          >
            {m.teacher_assign()}
          </Button>
        </>
      )}
    >
      <Stack gap={5}>
        {state.matches('loading') ? <Skeleton shape="row" count={4} /> : null}
        {state.matches('unavailable') ? (
          <ProblemNotice
            title={m.common_load_failed()}
            problem={problem}
            focus="assign-problem"
            onRetry={() => actor.send({ type: 'groups.retried' })}
          />
        ) : null}
        {state.matches({ choosing: 'refused' }) ? (
          <div data-focus="assign-problem" tabIndex={-1}>
            <Notice tone="error" title={m.teacher_assign_error()}>
              {problem ? problemText(problem) : null}
            </Notice>
          </div>
        ) : null}
        {groups.length > 0 ? (
          <fieldset className={s.groups}>
            <legend>{m.teacher_to_whom()}</legend>
            {state.matches({ choosing: 'withoutClass' }) ? (
              <Text tone="danger" size={2}>
                {m.teacher_choose_class()}
              </Text>
            ) : null}
            {groups.map((group) => {
              const hasIt = group.group_assignment_id !== null;
              return (
                <label key={group.group_puid} className={s.group} data-disabled={hasIt || undefined}>
                  <input
                    type="checkbox"
                    checked={hasIt || chosen.includes(group.group_puid)}
                    disabled={hasIt || isAssigning}
                    onChange={() => actor.send({ type: 'group.toggled', groupPuid: group.group_puid })}
                  />
                  <span>
                    {group.group_name}
                    <span className={s.kind}> {hasIt ? m.teacher_has_it() : m.teacher_students({ count: group.student_count })}</span>
                  </span>
                </label>
              );
            })}
          </fieldset>
        ) : null}
        {state.matches('choosing') && groups.length === 0 ? <Notice tone="info">{m.teacher_no_classes()}</Notice> : null}
        <Grid min="s">
          <NativeField
            label={m.teacher_from()}
            type="date"
            value={dates.from}
            disabled={isAssigning}
            onChange={(event) => setDate({ from: event.currentTarget.value })}
          />
          <NativeField
            label={m.teacher_to()}
            type="date"
            value={dates.to}
            min={dates.from}
            disabled={isAssigning}
            description={m.teacher_to_help({ zone: user.time_zone })}
            error={state.matches({ choosing: 'datesInverted' }) ? m.teacher_dates_inverted() : null}
            onChange={(event) => setDate({ to: event.currentTarget.value })}
          />
        </Grid>
      </Stack>
    </Dialog>
  );
}
