import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import NotFoundPage from '../shell/NotFoundPage.tsx';
import { LessonBuilder } from './LessonBuilder.tsx';

/** The form of a lesson or an assignment. The address says which one, and whether it is new. */
export default function LessonBuilderPage() {
  const { value } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const kind = pathname.includes('/addnewlesson/assignment/') ? 'assignment' : 'lesson';
  const id = value === 'new' ? null : (decodeIds(value, 1)?.[0] ?? undefined);
  /** The lesson created in this form. The form stays mounted although the address has changed. */
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
