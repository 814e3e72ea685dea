import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { BankDraft } from '../../../contract/itemBank.ts';
import { m } from '../../paraglide/messages.js';
import { bankCalls } from '../../services/itemBank/editing.ts';
import { useApp } from '../app.ts';
import { QuizEditor } from '../authoring/QuizEditor.tsx';
import { DrawingsContext } from '../authoring/writing.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { assessments, quizzes } from './banks.ts';
import { home } from './bankWords.ts';

const NotFoundPage = lazy(() => import('../shell/NotFoundPage.tsx'));
const ItemOffer = lazy(async () => ({ default: (await import('../contentSetup/ItemOffer.tsx')).ItemOffer }));

/** The form of a quiz of the catalog, which is that of users' own quizzes. The address says which one. */
export default function EditQuestionAnswerPage() {
  const { value } = useParams();
  const item_id = decodeIds(value, 1)?.[0];
  return item_id === undefined ? (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  ) : (
    <BankEditor key={item_id} itemId={item_id} />
  );
}

function BankEditor({ itemId }: { itemId: number }) {
  const { send } = useApp();
  const [loaded, setLoaded] = useState<BankDraft | null>(null);
  const [calls] = useState(() => bankCalls(send, itemId, setLoaded));
  const setOffered = (is_offered: boolean) => setLoaded((draft) => draft && { ...draft, is_offered });
  // Questions in a reading or a video are offered with it.
  const isQuiz = loaded !== null && !loaded.is_check;
  const drawings = useMemo(() => new Map(loaded?.drawings.map(({ question_id, diagram }) => [question_id, diagram])), [loaded]);
  const bank = loaded?.delivery === 'assessment' ? assessments : quizzes;
  const questions = loaded ? addressOf(bank.questions, loaded.quiz_id) : addressOf(bank.banks);
  return (
    <DrawingsContext value={drawings}>
      <QuizEditor
        itemId={itemId}
        writing={{
          ...{ calls, keptAs: 'catalog/', lead: m.itemBank_edit_lead(), isCheck: loaded?.is_check ?? false },
          crumbs: [
            home(),
            { label: bank.name(), href: addressOf(bank.banks) },
            ...(loaded ? [{ label: m.itemBank_questions(), href: questions }] : []),
          ],
          hasIntro: isQuiz,
          more: isQuiz ? (
            <Suspense>
              <ItemOffer itemId={itemId} isOffered={loaded.is_offered} onDone={setOffered} />
            </Suspense>
          ) : null,
          onPublished: () => isQuiz && setOffered(true),
          course: loaded ? { questions: loaded.course_questions, isNew: loaded.is_course_new } : undefined,
          words: {
            ...{ form: m.authoring_edit(), previewLead: m.authoring_preview_lead() },
            ...{ publish: m.itemBank_publish(), isPublished: m.itemBank_is_published(), published: m.itemBank_published() },
            ...{ publishedText: m.itemBank_published_text(), publishFailed: m.itemBank_publish_failed() },
            ...{ ready: isQuiz && !loaded.is_offered ? m.itemEditor_state_withdrawn() : m.itemBank_state_published() },
            ...{ changed: m.itemBank_state_changed(), draft: m.authoring_state_draft() },
          },
          onward: { label: m.itemBank_to_questions(), href: questions },
        }}
      />
    </DrawingsContext>
  );
}
