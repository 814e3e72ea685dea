import { useState } from 'react';
import { assigning, type ClassStudent } from '../../../contract/assigning.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import s from './sharing.module.css';

interface StudentsOfClassProps {
  groupPuid: number;
  lessonId: number;
  /** Who is to get it by themselves. */
  chosen: readonly number[];
  isDisabled: boolean;
  onToggle: (userPuid: number) => void;
  onUnassign: (userPuids: number[]) => void;
}

/** The students of a class in three lists: without the lesson, with it, and at it. */
export function StudentsOfClass({ groupPuid, lessonId, chosen, isDisabled, onToggle, onUnassign }: StudentsOfClassProps) {
  const { send } = useApp();
  const { data, state, retry } = useCollection((signal) =>
    send(assigning.classesAndUsers, { group_puid: groupPuid, lesson_id: lessonId }, { signal, quiet: true }),
  );
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  if (state.hasTag('failed')) return <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />;
  if (!data) return <Skeleton shape="row" count={2} />;
  const { unassigned, assigned, assigned_taken: taken } = data;
  const leave = (puid: number) => setLeaving((now) => (now.includes(puid) ? now.filter((one) => one !== puid) : [...now, puid]));
  return (
    <Stack gap={3}>
      {unassigned.length + assigned.length + taken.length === 0 ? <Text tone="soft">{m.teacher_no_students()}</Text> : null}
      <Students
        title={assigned.length + taken.length === 0 ? m.sharing_only_to() : m.sharing_unassigned()}
        students={unassigned}
        ticked={chosen}
        isDisabled={isDisabled}
        onToggle={onToggle}
      />
      <Students title={m.sharing_assigned()} students={assigned} ticked={leaving} isDisabled={isDisabled} onToggle={leave} />
      <Students title={m.sharing_taken()} students={taken} ticked={leaving} isDisabled={isDisabled} onToggle={leave} />
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
  if (students.length === 0) return null;
  return (
    <fieldset className={s.students}>
      <legend>
        {title} ({students.length})
      </legend>
      {students.map((student) => (
        <label key={student.user_puid} className={s.student}>
          <input
            type="checkbox"
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
