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
  /** How many new ones were begun here: each has a form of its own. */
  const [begun, setBegun] = useState(0);
  const [created, setCreated] = useState<{ id: number; key: string } | null>(null);
  const key = created !== null && created.id === id ? created.key : `${kind} ${id ?? `new ${begun}`}`;
  const noteCreated = useCallback(
    (lessonId: number) => {
      setCreated({ id: lessonId, key });
      setBegun((count) => count + 1);
      void navigate(paths.lessonForm(kind, lessonId), { replace: true });
    },
    [navigate, kind, key],
  );
  if (id === undefined) return <NotFoundPage />;
  return <LessonBuilder key={key} kind={kind} lessonId={id} onCreated={noteCreated} />;
}
