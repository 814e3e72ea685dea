import { type ReactNode, useRef, useState } from 'react';
import {
  type ClassroomComparison,
  type ClassroomCourse,
  type ClassroomResult,
  classroom as calls,
  classroomResults,
} from '../../../contract/classroom.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useCommand } from '../useCommand.ts';
import { type ClassroomData, serviceOf, stateOf } from './classroomData.ts';
import { classroomWork } from './classroomWork.screen.ts';
import { TakeOverOutcome, TakeOverQuestion } from './TakeOver.tsx';

const results: Readonly<Record<ClassroomResult, readonly [title: () => string, text: (() => string) | null]>> = {
  linked: [m.classroom_result_linked, null],
  denied: [m.classroom_result_denied, m.classroom_result_denied_text],
  expired: [m.classroom_result_expired, m.classroom_result_expired_text],
  otherAccount: [m.classroom_result_otherAccount, m.classroom_result_otherAccount_text],
  incomplete: [m.classroom_result_incomplete, m.classroom_result_incomplete_text],
  failed: [m.classroom_result_failed, m.classroom_result_failed_text],
};

const leave = (url: string) => window.location.assign(url);

/** What the service told when it sent the browser back. */
function ResultNotice({ value, onDismiss }: { value: string; onDismiss: () => void }) {
  const result = classroomResults.find((one) => one === value);
  if (!result) return null;
  const [title, text] = results[result];
  return (
    <Notice tone={result === 'linked' ? 'success' : 'warning'} title={title()} onDismiss={onDismiss}>
      {text?.()}
    </Notice>
  );
}

/** Links and unlinks the account, compares courses and takes them over. */
export default function ClassroomParts({
  page: { data, refresh },
  children,
}: {
  page: OpenReport<ClassroomData>;
  children: (parts: ReportParts) => ReactNode;
}) {
  const { send } = useApp();
  const notices = useNotices();
  const [told, setTold] = useAddressValue('result', '');
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
  const result = data?.problem ? null : <ResultNotice value={told} onDismiss={() => setTold('')} />;
  if (!data) return children({ above: result });
  const state = stateOf(data);
  const service = serviceOf(data);
  const isSaying = told !== '' || link.problem !== null || data.problem !== null || takeOver.result !== undefined || takeOver.isUndone;
  return children({
    action:
      data.service !== null && state !== 'linked' ? (
        <Button variant="primary" isPending={link.isBusy} onPress={() => link.give('link')}>
          {m.classroom_link({ service })}
        </Button>
      ) : null,
    more: data.state === 'none' ? null : <Button onPress={() => unlink.give('unlink')}>{m.classroom_unlink()}</Button>,
    above: isSaying ? (
      <Stack gap={3}>
        {result}
        {link.problem ? <ProblemNotice title={m.classroom_link_failed()} problem={link.problem} focus="command-problem" /> : null}
        <TakeOverOutcome command={takeOver} undone={undone} />
        {data.problem && state === 'linked' ? (
          <ProblemNotice title={m.classroom_unread()} problem={data.problem} onRetry={refresh} />
        ) : null}
      </Stack>
    ) : null,
    panel: (
      <>
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
      </>
    ),
    rowActions: (key) => {
      const course = data.courses.find(({ course_id }) => course_id === key);
      if (!course) return null;
      const { name, group } = course;
      return (
        <Row gap={1}>
          <Button
            size="small"
            aria-label={group ? m.classroom_update_of({ name }) : m.classroom_take_over_of({ name })}
            reason={takeOver.isBusy ? m.ui_wait() : null}
            onPress={() => {
              setTold('');
              takeOver.give(course);
            }}
          >
            {group ? m.classroom_update() : m.classroom_take_over()}
          </Button>
          {group ? (
            <LinkButton size="small" href={addressOf(classroomWork, group.group_puid)}>
              {m.classroom_works_link()}
            </LinkButton>
          ) : null}
        </Row>
      );
    },
  });
}
