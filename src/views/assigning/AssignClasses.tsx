import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AssignableGroup, assignMachine } from '../../machines/assigning/assignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import checkbox from '../../ui/Checkbox.module.css';
import { formatDay } from '../../ui/dateFormats.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useUser } from '../hooks.ts';
import s from '../sharing/sharing.module.css';
import { usePreferences } from '../shell/preferences.ts';
import { useFields } from '../useFields.ts';
import { DateFields } from './DateFields.tsx';
import { StudentsOfClass } from './StudentsOfClass.tsx';

/** With more classes than this, a search field appears. */
const mostAtSight = 8;
/** No more rows than this are drawn: searching narrows them. */
const mostRows = 100;

interface AssignClassesProps {
  actor: ActorRefFrom<typeof assignMachine>;
  lessonId: number;
  /** `userPuids`: the students who lose the lesson; null for the whole class. */
  onUnassign: (group: AssignableGroup, userPuids: number[] | null) => void;
}

/** The classes and groups that can get a lesson, with a search field if there are many. */
export function AssignClasses({ actor, ...row }: AssignClassesProps) {
  const { groups, isNobody } = useFields(actor, (snapshot) => ({
    groups: snapshot.context.groups,
    isNobody: snapshot.hasTag('nobody'),
  }));
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const matching = groups.filter((group) => group.group_name.toLowerCase().includes(words));
  return (
    <fieldset className={s.groups}>
      <legend>{m.sharing_to_whom()}</legend>
      {isNobody ? (
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
        {matching.slice(0, mostRows).map((group) => (
          <ClassRow key={group.group_puid} actor={actor} group={group} {...row} />
        ))}
      </ul>
      {matching.length === 0 ? <Text tone="soft">{m.ui_nothing_found()}</Text> : null}
      {matching.length > mostRows ? (
        <Text tone="soft" size={2}>
          {m.sharing_more_classes({ shown: mostRows, total: matching.length })}
        </Text>
      ) : null}
    </fieldset>
  );
}

/** One class: its checkbox, its own dates, its students, and Unassign if it has the lesson. */
function ClassRow({ actor, lessonId, group, onUnassign }: AssignClassesProps & { group: AssignableGroup }) {
  const { group_puid: groupPuid, group_name, group_assignment_id } = group;
  const { single, own, dates, ...shown } = useFields(actor, (snapshot) => ({
    isWhole: snapshot.context.chosen.includes(groupPuid),
    single: snapshot.context.students[groupPuid],
    own: snapshot.context.ownDates[groupPuid],
    isOpen: snapshot.context.selected === groupPuid,
    dates: snapshot.context.dates,
    category: snapshot.context.category,
    unassigned: snapshot.context.unassigned,
    isChoosing: snapshot.hasTag('choosing'),
    isInverted: snapshot.hasTag('inverted'),
    isAssigning: snapshot.hasTag('assigning'),
  }));
  const isChosen = shown.isWhole || single !== undefined;
  const hasIt = group_assignment_id !== null;
  return (
    <li className={s.row} data-chosen={isChosen || undefined}>
      <Row gap={2} justify="between">
        <ClassBox
          group={group}
          isChosen={shown.isWhole}
          chosenStudents={single?.length ?? 0}
          isBusy={!shown.isChoosing}
          isUnassigned={shown.unassigned.groupPuid === groupPuid}
          onToggle={() => actor.send({ type: 'group.toggled', groupPuid })}
        />
        <Row gap={1}>
          {isChosen && !hasIt ? (
            <Button
              size="small"
              variant="quiet"
              onPress={() => actor.send({ type: 'ownDates.changed', groupPuid, dates: own ? null : dates })}
            >
              {own ? m.sharing_same_dates() : m.sharing_own_dates()}
            </Button>
          ) : null}
          {hasIt ? (
            <Button size="small" variant="quiet" onPress={() => onUnassign(group, null)}>
              {m.sharing_unassign()}
            </Button>
          ) : null}
          <Button
            size="small"
            variant="quiet"
            icon={shown.isOpen ? IconChevronDown : IconChevronRight}
            aria-expanded={shown.isOpen}
            onPress={() => actor.send({ type: 'group.selected', groupPuid: shown.isOpen ? null : groupPuid })}
          >
            {m.teacher_students_title()}
          </Button>
        </Row>
      </Row>
      {own ? (
        <DateFields
          dates={own}
          suffix={group_name}
          isDisabled={shown.isAssigning}
          isInverted={shown.isInverted}
          onChange={(next) => actor.send({ type: 'ownDates.changed', groupPuid, dates: next })}
        />
      ) : null}
      {shown.isOpen ? (
        <StudentsOfClass
          key={shown.unassigned.times}
          groupPuid={groupPuid}
          lessonId={lessonId}
          category={shown.category}
          onCategory={(next) => actor.send({ type: 'category.chosen', category: next })}
          chosen={single ?? []}
          isDisabled={!shown.isChoosing}
          onToggle={(userPuid) => actor.send({ type: 'student.toggled', groupPuid, userPuid })}
          onUnassign={(userPuids) => onUnassign(group, userPuids)}
        />
      ) : null}
    </li>
  );
}

interface ClassBoxProps {
  group: AssignableGroup;
  isChosen: boolean;
  chosenStudents: number;
  isBusy: boolean;
  /** The lesson was last unassigned from this class. */
  isUnassigned: boolean;
  onToggle: () => void;
}

/**
 * A class checkbox with its number of students, or a note that it has the lesson. Such a box cannot be changed but can be focused, so that
 * the note is heard.
 */
function ClassBox({ group, isChosen, chosenStudents, isBusy, isUnassigned, onToggle }: ClassBoxProps) {
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
      <input
        type="checkbox"
        className={checkbox.box}
        checked={hasIt || isChosen}
        disabled={isBusy}
        data-focus={isUnassigned ? 'unassigned-class' : undefined}
        aria-disabled={hasIt || undefined}
        onChange={() => !hasIt && onToggle()}
      />
      <span>
        {group.group_name} <span className={s.kind}>{facts}</span>
        {chosenStudents > 0 ? <span className={s.kind}> · {m.sharing_chosen_students({ count: chosenStudents })}</span> : null}
      </span>
    </label>
  );
}
