import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import NotFoundPage from '../shell/NotFoundPage.tsx';
import { LessonBuilder } from './LessonBuilder.tsx';

/** The form of a lesson or an assignment, new or saved: the address says which. */
export default function LessonBuilderPage() {
  const { value } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const kind = pathname.includes('/addnewlesson/assignment/') ? 'assignment' : 'lesson';
  const id = value === 'new' ? null : (decodeIds(value, 1)?.[0] ?? undefined);
  /** What was new when it was opened here: its form stays, although the address is another now. */
  const [created, setCreated] = useState<{ id: number; key: string; isThere: boolean } | null>(null);
  if (created && !created.isThere && created.id === id) setCreated({ ...created, isThere: true });
  const isCreated = created !== null && (created.id === id || (id === null && !created.isThere));
  const key = isCreated ? created.key : `${kind} ${id ?? `new after ${created?.id ?? 0}`}`;
  const noteCreated = useCallback(
    (lessonId: number) => {
      setCreated({ id: lessonId, key, isThere: false });
      void navigate(paths.lessonForm(kind, lessonId), { replace: true });
    },
    [navigate, kind, key],
  );
  if (id === undefined) return <NotFoundPage />;
  return <LessonBuilder key={key} kind={kind} lessonId={id} onCreated={noteCreated} />;
}
