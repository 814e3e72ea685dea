import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ownQuizCalls } from '../../services/authoring.ts';
import { useApp } from '../app.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import NotFoundPage from '../shell/NotFoundPage.tsx';
import { QuizEditor } from './QuizEditor.tsx';
import { ownWriting } from './writing.ts';

/** The form of a quiz that the user writes. The address says which one, and whether it is new. */
export default function QuizEditorPage() {
  const { value } = useParams();
  const navigate = useNavigate();
  const { send } = useApp();
  const [calls] = useState(() => ownQuizCalls(send));
  const id = value === 'new' ? null : (decodeIds(value, 1)?.[0] ?? undefined);
  /** The quiz created in this form. The form stays mounted although the address changes. */
  const [created, setCreated] = useState<{ id: number; key: string; isThere: boolean } | null>(null);
  if (created && !created.isThere && created.id === id) setCreated({ ...created, isThere: true });
  const isCreated = created !== null && (created.id === id || (id === null && !created.isThere));
  const key = isCreated ? created.key : `${id ?? `new after ${created?.id ?? 0}`}`;
  const noteCreated = useCallback(
    (itemId: number) => {
      setCreated({ id: itemId, key, isThere: false });
      void navigate(paths.quizForm(itemId), { replace: true });
    },
    [navigate, key],
  );
  if (id === undefined) return <NotFoundPage />;
  return <QuizEditor key={key} itemId={id} onCreated={noteCreated} writing={ownWriting(calls)} />;
}
