import { lazy, Suspense, useState } from 'react';
import { writeAiken } from '../../../common/authoring/formats/aiken.ts';
import { writeGift } from '../../../common/authoring/formats/gift.ts';
import { type AuthoredQuestion, type AuthoredQuiz, quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { downloadText } from '../../ui/download.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconDownload, IconUpload } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useNotices } from '../hooks.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

const writers = { gift: writeGift, aiken: writeAiken };

/** A file name without signs that systems do not take. */
const fileName = (title: string) =>
  title
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, 80) || 'quiz';

interface FileMenuProps {
  quiz: AuthoredQuiz;
  newKey: () => string;
  onAdd: (questions: AuthoredQuestion[]) => void;
}

/** Takes questions over from files, and saves them in files of other programs. */
export function FileMenu({ quiz, newKey, onAdd }: FileMenuProps) {
  const notices = useNotices();
  const [isImporting, setImporting] = useState(false);
  const save = (format: keyof typeof writers) => {
    const { text, left } = writers[format](quiz.questions);
    if (text !== '') downloadText(`${fileName(quiz.title)}.${format}.txt`, 'text/plain', text);
    if (left.length > 0) notices.send({ type: 'notice.posted', kind: 'info', text: m.authoring_export_left({ count: left.length }) });
  };
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
            ],
          },
        ]}
        onAction={(key) => (key === 'import' ? setImporting(true) : save(key as keyof typeof writers))}
      />
      <Suspense>
        {isImporting ? (
          <ImportDialog
            room={quizLimits.questions - quiz.questions.length}
            newKey={newKey}
            onAdd={onAdd}
            onClose={() => setImporting(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
