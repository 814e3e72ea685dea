import { type ReactNode, useRef, useState } from 'react';
import {
  type ClassroomComparison,
  type ClassroomCourse,
  type ClassroomLink,
  type ClassroomResult,
  classroom as calls,
  classroomResults,
} from '../../../contract/classroom.ts';
import { type Problem, toProblem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { groups } from '../groups/groups.screen.ts';
import { useNotices } from '../hooks.ts';
import { paths } from '../paths.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useCommand } from '../useCommand.ts';
import { classroomService } from './classroomService.screen.ts';
import { TakeOverOutcome, TakeOverQuestion } from './TakeOver.tsx';

/** The courses of a linked teacher, or why the service did not give them. */
interface Courses {
  courses: readonly ClassroomCourse[];
  problem: Problem | null;
}
type Data = ClassroomLink & Courses;

const results: Readonly<Record<ClassroomResult, readonly [title: () => string, text: (() => string) | null]>> = {
  linked: [m.classroom_result_linked, null],
  denied: [m.classroom_result_denied, m.classroom_result_denied_text],
  expired: [m.classroom_result_expired, m.classroom_result_expired_text],
  otherAccount: [m.classroom_result_otherAccount, m.classroom_result_otherAccount_text],
  incomplete: [m.classroom_result_incomplete, m.classroom_result_incomplete_text],
  failed: [m.classroom_result_failed, m.classroom_result_failed_text],
};

/** Whether the teacher can read courses; the service may have just ended the access. */
const stateOf = ({ state, problem }: Data): ClassroomLink['state'] => (problem?.reason === 'classroomUnlinked' ? 'ended' : state);
const serviceOf = (data: ClassroomLink | undefined) => data?.service ?? 'other';
const leave = (url: string) => window.location.assign(url);

/** What the service told when it sent the browser back. */
function ResultNotice() {
  const [value, setValue] = useAddressValue('result', '');
  const result = classroomResults.find((one) => one === value);
  if (!result) return null;
  const [title, text] = results[result];
  return (
    <Notice tone={result === 'linked' ? 'success' : 'warning'} title={title()} onDismiss={() => setValue('')}>
      {text?.()}
    </Notice>
  );
}

/** Links and unlinks the account, compares courses and takes them over. */
function ClassroomParts({ page: { data, refresh }, children }: { page: OpenReport<Data>; children: (parts: ReportParts) => ReactNode }) {
  const { send } = useApp();
  const notices = useNotices();
  const link = useCommand('linkClassroom', (_: 'link', { signal }) => send(calls.linkClassroom, {}, { signal }), {
    announce: { failed: () => m.classroom_link_failed() },
    onDone: (_, { url }) => leave(url),
  });
  const unlink = useCommand('unlinkClassroom', (_: 'unlink', { signal }) => send(calls.unlinkClassroom, {}, { signal }), {
    question: 'plain',
    onDone: () => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.classroom_unlink_done() });
      refresh();
    },
  });
  const compared = useRef<ClassroomComparison>(undefined);
  const [undone, setUndone] = useState<readonly string[] | null>(null);
  const takeOver = useCommand(
    'takeOverCourse',
    ({ course_id }: ClassroomCourse, { signal }) => {
      const { version = '', needs_confirmation: confirmed = false } = compared.current ?? {};
      return send(calls.importClassroomCourses, { course_id, version, confirmed }, { signal });
    },
    {
      question: {
        count: async ({ course_id }, { signal }) => {
          compared.current = await send(calls.compareClassroomCourse, { course_id }, { signal });
          return compared.current;
        },
      },
      undo: (_, { result: { import_id }, signal }) => send(calls.undoClassroomImport, { import_id }, { signal }),
      onDone: refresh,
      onUndone: (_, { is_class_gone, left_alone }) => {
        setUndone([
          ...(is_class_gone ? [m.classroom_undone_gone()] : []),
          ...(left_alone > 0 ? [m.classroom_undone_left({ count: left_alone })] : []),
        ]);
        refresh();
      },
    },
  );
  if (!data) return children({ above: <ResultNotice /> });
  const state = stateOf(data);
  const service = serviceOf(data);
  return children({
    action:
      data.service !== null && state !== 'linked' ? (
        <Button variant="primary" isPending={link.isBusy} onPress={() => link.give('link')}>
          {m.classroom_link({ service })}
        </Button>
      ) : null,
    more: data.state === 'none' ? null : <Button onPress={() => unlink.give('unlink')}>{m.classroom_unlink()}</Button>,
    above: (
      <Stack gap={3}>
        <ResultNotice />
        {link.problem ? <ProblemNotice title={m.classroom_link_failed()} problem={link.problem} focus="command-problem" /> : null}
        <TakeOverOutcome command={takeOver} undone={undone} />
        {data.problem && state === 'linked' ? (
          <ProblemNotice title={m.classroom_unread()} problem={data.problem} onRetry={refresh} />
        ) : null}
        <TakeOverQuestion command={takeOver} />
        <ConfirmDialog
          isOpen={unlink.isAsking}
          title={m.classroom_unlink_question({ service })}
          confirmLabel={m.classroom_unlink()}
          isPending={unlink.isSaving}
          error={unlink.problem ? problemText(unlink.problem) : null}
          onOpenChange={(isOpen) => !isOpen && unlink.dismissQuestion()}
          onConfirm={() => unlink.confirm()}
        >
          {m.classroom_unlink_text()}
        </ConfirmDialog>
      </Stack>
    ),
    rowActions: (key) => {
      const course = data.courses.find(({ course_id }) => course_id === key);
      if (!course) return null;
      const { name, group } = course;
      return (
        <Button
          size="small"
          aria-label={group ? m.classroom_update_of({ name }) : m.classroom_take_over_of({ name })}
          reason={takeOver.isBusy ? m.ui_wait() : null}
          onPress={() => takeOver.give(course)}
        >
          {group ? m.classroom_update() : m.classroom_take_over()}
        </Button>
      );
    },
  });
}

const emptyTitle = (data: Data): string => {
  const service = serviceOf(data);
  if (data.service === null) return m.classroom_off();
  const state = stateOf(data);
  if (state === 'ended') return m.classroom_ended({ service });
  if (state === 'none') return m.classroom_unlinked({ service });
  return data.problem ? m.classroom_unread() : m.classroom_none();
};
const emptyText = (data: Data): string => {
  if (data.service === null) return m.classroom_off_text();
  const state = stateOf(data);
  if (state === 'ended') return m.classroom_ended_text();
  if (state === 'none') return m.classroom_unlinked_text();
  return data.problem ? '' : m.classroom_none_text();
};

/** A teacher's courses at the classroom service, and the classes that they were taken over as (`mygroups/classroomService`). */
export default reportScreen({
  ...classroomService,
  call: calls.classroomLink,
  input: () => ({}),
  also: async (_place, ask, answer): Promise<Courses> => {
    const none: Courses = { courses: [], problem: null };
    if ((await answer).state !== 'linked') return none;
    try {
      return { courses: await ask(calls.classroomCourses, {}), problem: null };
    } catch (error) {
      // The account can be unlinked although the service gives nothing.
      const problem = toProblem(error);
      if (problem.reason === undefined) throw error;
      return { ...none, problem };
    }
  },
  rows: ({ courses }) => courses,
  name: () => m.classroom_title({ service: 'other' }),
  title: (data) => m.classroom_title({ service: serviceOf(data) }),
  lead: () => m.classroom_lead(),
  file: () => 'classroom-courses',
  back: () => [{ label: m.groups_title(), href: addressOf(groups) }],
  rowKey: ({ course_id }) => course_id,
  caption: m.classroom_courses,
  columns: {
    name: { header: m.classroom_course, value: ({ name }) => name, isRowHeader: true, width: 'l' },
    section: { header: m.classroom_section, value: ({ section }) => section },
    class: { header: m.classroom_class, value: ({ group }) => group?.group_name ?? null, missing: m.classroom_class_none },
    imported: { header: m.classroom_imported, value: ({ imported_at }) => imported_at, unit: 'moment', missing: m.classroom_imported_none },
  },
  drill: { from: 'class', to: ({ group }) => (group ? paths.group(group.group_puid) : null) },
  empty: { title: emptyTitle, text: emptyText },
  Parts: ClassroomParts,
});
