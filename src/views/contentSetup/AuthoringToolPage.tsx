import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { decodeIds } from '../routeValue.ts';
import NotFoundPage from '../shell/NotFoundPage.tsx';

const ItemEditor = lazy(async () => ({ default: (await import('./ItemEditor.tsx')).ItemEditor }));

/** The form of an item of the catalog. The address says which one. */
export default function AuthoringToolPage() {
  const { value } = useParams();
  const item_id = decodeIds(value, 1)?.[0];
  if (item_id === undefined) return <NotFoundPage />;
  return (
    <Suspense fallback={<Skeleton shape="card" count={2} />}>
      <ItemEditor key={item_id} itemId={item_id} />
    </Suspense>
  );
}
