import { lazy, Suspense, use, useState } from 'react';
import { type AuthoredQuestion, type AuthoredQuiz, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconDownload, IconRefresh, IconUpload } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import type { ExportFormat } from './exportQuestions.ts';
import type { Pictures } from './pictures.ts';
import { DrawingsContext, drawingOf } from './writing.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

interface FileMenuProps {
  quiz: AuthoredQuiz;
  pictures: Pictures;
  newKey: () => string;
  onAdd: (questions: AuthoredQuestion[]) => void;
  /** Takes the questions as the course has them; absent if there is no course. */
  onCourse?: (() => void) | undefined;
}

/** Takes questions over from files, and saves them in files of other programs. */
export function FileMenu({ quiz, pictures, newKey, onAdd, onCourse }: FileMenuProps) {
  const notices = useNotices();
  const drawings = use(DrawingsContext);
  const [isImporting, setImporting] = useState(false);
  const saving = useCommand(
    'questionExport',
    async (format: ExportFormat, { signal }) => {
      // No format has the course's drawings.
      const questions = quiz.questions.filter((one) => drawingOf(drawings, one) === undefined);
      const { exportQuestions } = await import('./exportQuestions.ts');
      const left = await exportQuestions({ ...quiz, questions }, format, (picture_id) => pictures.load(picture_id, signal));
      return left + quiz.questions.length - questions.length;
    },
    {
      onDone: (_, left) => {
        if (left > 0) notices.send({ type: 'notice.posted', kind: 'info', text: m.authoring_export_left({ count: left }) });
      },
      onFailed: (problem) =>
        notices.send({ type: 'notice.posted', kind: 'error', text: m.authoring_export_failed({ why: problemText(problem) }) }),
    },
  );
  const reason = quiz.questions.length === 0 ? m.authoring_problem_no_questions() : null;
  return (
    <>
      <Menu
        label={m.authoring_files()}
        trigger={<IconButton icon={IconDotsVertical} label={m.authoring_files()} />}
        groups={[
          {
            key: 'files',
            items: [
              {
                key: 'import',
                label: m.authoring_import(),
                icon: IconUpload,
                reason: quiz.questions.length < quizLimits.questions ? null : m.authoring_full({ most: quizLimits.questions }),
              },
              { key: 'gift', label: m.authoring_export_gift(), icon: IconDownload, reason },
              { key: 'aiken', label: m.authoring_export_aiken(), icon: IconDownload, reason },
              { key: 'qti', label: m.authoring_export_qti(), icon: IconDownload, reason },
            ],
          },
          ...(onCourse ? [{ key: 'ofCourse', items: [{ key: 'course', label: m.itemBank_take_course(), icon: IconRefresh }] }] : []),
        ]}
        onAction={(key) => (key === 'import' ? setImporting(true) : key === 'course' ? onCourse?.() : saving.give(key as ExportFormat))}
      />
      <Suspense>
        {isImporting ? (
          <ImportDialog
            room={quizLimits.questions - quiz.questions.length}
            pictures={pictures}
            newKey={newKey}
            onAdd={onAdd}
            onClose={() => setImporting(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
