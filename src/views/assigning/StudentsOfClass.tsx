import { useState } from 'react';
import { assigning, type ClassStudent } from '../../../contract/assigning.ts';
import { type Category, categories } from '../../machines/assigning/assignMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import checkbox from '../../ui/Checkbox.module.css';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import s from '../sharing/sharing.module.css';
import { LoadState } from '../shell/Loaded.tsx';

interface StudentsOfClassProps {
  groupPuid: number;
  lessonId: number;
  /** The list shown. */
  category: Category;
  onCategory: (category: Category) => void;
  /** Individually selected students. */
  chosen: readonly number[];
  isDisabled: boolean;
  onToggle: (userPuid: number) => void;
  onUnassign: (userPuids: number[]) => void;
}

/** The students of a class in one of three lists: without the lesson, with it, and working on it. */
export function StudentsOfClass({
  groupPuid,
  lessonId,
  category,
  onCategory,
  chosen,
  isDisabled,
  onToggle,
  onUnassign,
}: StudentsOfClassProps) {
  const { send } = useApp();
  const collection = useCollection((signal) =>
    send(assigning.classesAndUsers, { group_puid: groupPuid, lesson_id: lessonId }, { signal, quiet: true }),
  );
  const { data } = collection;
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  if (!data) return <LoadState collection={collection} shape="row" count={2} />;
  const { unassigned, assigned, assigned_taken: taken } = data;
  const leave = (puid: number) => setLeaving((now) => (now.includes(puid) ? now.filter((one) => one !== puid) : [...now, puid]));
  const lists: Record<Category, { label: string; title: string; students: readonly ClassStudent[] }> = {
    [categories.unassigned]: { label: m.sharing_category_unassigned(), title: m.sharing_unassigned(), students: unassigned },
    [categories.assigned]: { label: m.sharing_category_assigned(), title: m.sharing_assigned(), students: assigned },
    [categories.assignedTaken]: { label: m.sharing_category_taken(), title: m.sharing_taken(), students: taken },
  };
  const { title, students } = lists[category];
  const isWithout = category === categories.unassigned;
  const nobodyHasIt = assigned.length + taken.length === 0;
  return (
    <Stack gap={3}>
      <SegmentedControl
        label={m.sharing_category()}
        value={String(category)}
        options={Object.values(categories).map((key) => ({
          key: String(key),
          label: m.sharing_category_count({ name: lists[key].label, count: lists[key].students.length }),
        }))}
        onChange={(key) => onCategory(Number(key) as Category)}
      />
      {students.length === 0 ? (
        <Text tone="soft">{unassigned.length + assigned.length + taken.length === 0 ? m.teacher_no_students() : m.sharing_nobody()}</Text>
      ) : (
        <Students
          title={isWithout && nobodyHasIt ? m.sharing_only_to() : title}
          students={students}
          ticked={isWithout ? chosen : leaving}
          isDisabled={isDisabled}
          onToggle={isWithout ? onToggle : leave}
        />
      )}
      {leaving.length > 0 ? (
        <Row>
          <Button size="small" onPress={() => onUnassign([...leaving])}>
            {m.sharing_unassign_students({ count: leaving.length })}
          </Button>
        </Row>
      ) : null}
    </Stack>
  );
}

interface StudentsProps {
  title: string;
  students: readonly ClassStudent[];
  ticked: readonly number[];
  isDisabled: boolean;
  onToggle: (userPuid: number) => void;
}

function Students({ title, students, ticked, isDisabled, onToggle }: StudentsProps) {
  return (
    <fieldset className={s.students}>
      <legend>{title}</legend>
      {students.map((student) => (
        <label key={student.user_puid} className={s.student}>
          <input
            type="checkbox"
            className={checkbox.box}
            checked={ticked.includes(student.user_puid)}
            disabled={isDisabled}
            onChange={() => onToggle(student.user_puid)}
          />
          <span>
            {student.last_name}, {student.first_name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
