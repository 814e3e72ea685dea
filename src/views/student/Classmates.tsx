import { student } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';

/** The class's progress in a lesson, only as counts. Renders nothing if the class is too small or the call returns nothing. */
export default function Classmates({ lessonId }: { lessonId: number }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { data } = useCollection((signal) =>
    // Optional, so failures are silent.
    send(student.otherStudentsTracking, { lessonId, user_puid: userPuid }, { signal, quiet: true }).catch(() => null),
  );
  if (!data) return null;
  return (
    <Stack gap={1}>
      <ProgressBar
        label={m.student_classmates()}
        value={data.completed}
        max={data.students}
        valueText={m.student_classmates_done({ done: data.completed, count: data.students })}
      />
      <Text tone="soft" size={2}>
        {m.student_classmates_rest({ busy: data.in_progress, open: data.not_started })}
      </Text>
    </Stack>
  );
}
