import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { dayIn } from '../../../common/zone.ts';
import { backgroundLesson } from '../../../contract/workspace.ts';
import { type AssignableGroup, assignMachine, isDuePast } from '../../machines/assigning/assignMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { UnassignOrder } from '../../services/assigning.ts';
import { assignActors } from '../../services/assigning.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { formatDay } from '../dates.ts';
import { useNotices, useUser } from '../hooks.ts';
import s from '../sharing/sharing.module.css';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import type { LessonDialogProps } from '../workspace/LessonDialog.tsx';
import { DateFields } from './DateFields.tsx';
import { ReadingsField } from './ReadingsField.tsx';
import { StudentsOfClass } from './StudentsOfClass.tsx';
import { UnassignQuestion } from './UnassignQuestion.tsx';

const WhatStudentsSee = lazy(() => import('./WhatStudentsSee.tsx'));

const announcements = { sharing_choose_somebody: m.sharing_choose_somebody, teacher_dates_inverted: m.teacher_dates_inverted };

/** With more classes than this, a search field appears. */
const mostAtSight = 8;
/** No more rows than this are drawn: searching narrows them. */
const mostRows = 100;

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
  const state = useSelector(actor, (snapshot) => snapshot);
  const { groups, chosen, students, selected, category, dates, ownDates, isReadingOpen, problem } = state.context;
  const isAssigning = state.matches('assigning');
  const isChoosing = state.matches('choosing');
  const [search, setSearch] = useState('');
  const [taking, setTaking] = useState<{ order: UnassignOrder; name: string } | null>(null);
  /** Incremented when a student loses the lesson: reloads the students of the open class. */
  const [round, setRound] = useState(0);
  const [isLooking, setLooking] = useState(false);

  const words = search.trim().toLowerCase();
  const matching = groups.filter((group) => group.group_name.toLowerCase().includes(words));
  const isInverted = state.matches({ choosing: 'datesInverted' });
  return (
    <>
      <Dialog
        title={m.teacher_assign_title({ name: lessonName })}
        size="large"
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
              reason={isChoosing || isAssigning ? null : m.teacher_classes_first()}
              onPress={() => actor.send({ type: 'assign.submitted' })}
            >
              {m.teacher_assign()}
            </Button>
          </>
        )}
      >
        <Stack gap={5}>
          {state.matches('loading') && groups.length === 0 ? <Skeleton shape="row" count={4} /> : null}
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
              <legend>{m.sharing_to_whom()}</legend>
              {state.matches({ choosing: 'withoutClass' }) ? (
                <Text tone="danger" size={2}>
                  {m.sharing_choose_somebody()}
                </Text>
              ) : null}
              {groups.length > mostAtSight ? (
                <SearchField
                  label={m.sharing_find_class()}
                  isLabelHidden
                  placeholder={m.sharing_find_class()}
                  value={search}
                  onChange={setSearch}
                />
              ) : null}
              <ul className={s.rows}>
                {matching.slice(0, mostRows).map((group) => {
                  const puid = group.group_puid;
                  const isWhole = chosen.includes(puid);
                  const single = students[puid];
                  const isOpen = selected === puid;
                  const own = ownDates[puid];
                  return (
                    <li key={puid} className={s.row} data-chosen={isWhole || single !== undefined || undefined}>
                      <div className={s.head}>
                        <ClassBox
                          group={group}
                          isChosen={isWhole}
                          chosenStudents={single?.length ?? 0}
                          isDisabled={!isChoosing}
                          onToggle={() => actor.send({ type: 'group.toggled', groupPuid: puid })}
                        />
                        <Row gap={1}>
                          {(isWhole || single) && group.group_assignment_id === null ? (
                            <Button
                              size="small"
                              variant="quiet"
                              onPress={() => actor.send({ type: 'ownDates.changed', groupPuid: puid, dates: own ? null : dates })}
                            >
                              {own ? m.sharing_same_dates() : m.sharing_own_dates()}
                            </Button>
                          ) : null}
                          {group.group_assignment_id !== null ? (
                            <Button
                              size="small"
                              variant="quiet"
                              onPress={() =>
                                setTaking({
                                  order: { groupAssignmentId: group.group_assignment_id as number, userPuids: null },
                                  name: group.group_name,
                                })
                              }
                            >
                              {m.sharing_unassign()}
                            </Button>
                          ) : null}
                          <Button
                            size="small"
                            variant="quiet"
                            icon={isOpen ? IconChevronDown : IconChevronRight}
                            aria-expanded={isOpen}
                            onPress={() => actor.send({ type: 'group.selected', groupPuid: isOpen ? null : puid })}
                          >
                            {m.teacher_students_title()}
                          </Button>
                        </Row>
                      </div>
                      {own ? (
                        <DateFields
                          dates={own}
                          suffix={group.group_name}
                          isDisabled={isAssigning}
                          isInverted={isInverted}
                          onChange={(next) => actor.send({ type: 'ownDates.changed', groupPuid: puid, dates: next })}
                        />
                      ) : null}
                      {isOpen ? (
                        <StudentsOfClass
                          key={`${puid} ${round}`}
                          groupPuid={puid}
                          lessonId={lessonId}
                          category={category}
                          onCategory={(next) => actor.send({ type: 'category.chosen', category: next })}
                          chosen={single ?? []}
                          isDisabled={!isChoosing}
                          onToggle={(userPuid) => actor.send({ type: 'student.toggled', groupPuid: puid, userPuid })}
                          onUnassign={(userPuids) =>
                            setTaking({
                              order: { groupAssignmentId: group.group_assignment_id as number, userPuids },
                              name: group.group_name,
                            })
                          }
                        />
                      ) : null}
                    </li>
                  );
                })}
              </ul>
              {matching.length === 0 ? <Text tone="soft">{m.ui_nothing_found()}</Text> : null}
              {matching.length > mostRows ? (
                <Text tone="soft" size={2}>
                  {m.sharing_more_classes({ shown: mostRows, total: matching.length })}
                </Text>
              ) : null}
            </fieldset>
          ) : null}
          {isChoosing && groups.length === 0 ? <Notice tone="info">{m.teacher_no_classes()}</Notice> : null}
          {dueDate !== null && dueDate !== backgroundLesson.due_date && dates.to === '' && isDuePast(state.context.input) ? (
            <Notice tone="info">{m.sharing_lesson_due_past({ day: formatDay(`${dueDate}T12:00:00Z`, language, 'UTC') })}</Notice>
          ) : null}
          <DateFields
            dates={dates}
            isDisabled={isAssigning}
            isInverted={isInverted}
            help={m.teacher_to_help({ zone: user.time_zone })}
            onChange={(next) => actor.send({ type: 'dates.changed', dates: next })}
          />
          {groups.some((group) => group.has_timed_assessment) ? (
            <ReadingsField
              isOpen={isReadingOpen}
              isBusy={!isChoosing}
              onChange={(isOpen) => actor.send({ type: 'readings.switched', isOpen })}
            />
          ) : null}
          <div>
            <Button
              variant="quiet"
              icon={isLooking ? IconChevronDown : IconChevronRight}
              aria-expanded={isLooking}
              onPress={() => setLooking(!isLooking)}
            >
              {m.sharing_see_title()}
            </Button>
            {isLooking ? (
              <Suspense fallback={<Skeleton shape="row" count={3} />}>
                <WhatStudentsSee dates={dates} timeZone={user.time_zone} lessonName={lessonName} />
              </Suspense>
            ) : null}
          </div>
        </Stack>
      </Dialog>
      {taking ? (
        <UnassignQuestion
          order={taking.order}
          name={taking.name}
          lessonName={lessonName}
          onClose={() => setTaking(null)}
          onUnassigned={() => {
            setRound((count) => count + 1);
            actor.send({ type: 'lesson.unassigned' });
            onUnassigned?.();
          }}
        />
      ) : null}
    </>
  );
}

interface ClassBoxProps {
  group: AssignableGroup;
  isChosen: boolean;
  chosenStudents: number;
  isDisabled: boolean;
  onToggle: () => void;
}

/** A class checkbox with its number of students, or a note that it has the lesson. */
function ClassBox({ group, isChosen, chosenStudents, isDisabled, onToggle }: ClassBoxProps) {
  const user = useUser();
  const { language } = usePreferences();
  const hasIt = group.group_assignment_id !== null;
  const until =
    group.to_date === null ? m.student_no_due_date() : m.sharing_until({ day: formatDay(group.to_date, language, user.time_zone) });
  const facts = hasIt
    ? `${group.is_individual ? m.sharing_some_have_it() : m.teacher_has_it()} · ${until}`
    : m.teacher_students({ count: group.student_count });
  return (
    <label className={s.box} data-disabled={hasIt || undefined}>
      <input type="checkbox" checked={hasIt || isChosen} disabled={hasIt || isDisabled} onChange={onToggle} />
      <span>
        {group.group_name} <span className={s.kind}>{facts}</span>
        {chosenStudents > 0 ? <span className={s.kind}> · {m.sharing_chosen_students({ count: chosenStudents })}</span> : null}
      </span>
    </label>
  );
}
