import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { Fallible } from './Fallible.tsx';

const NotFoundPage = lazy(() => import('./NotFoundPage.tsx'));
const ForbiddenPage = lazy(() => import('./ForbiddenPage.tsx'));
const BrokenPage = lazy(() => import('./BrokenPage.tsx'));

/** Replaces a screen that cannot be shown. */
export function RouteError() {
  const error = useRouteError();
  const code = isRouteErrorResponse(error) ? error.status : 0;
  return (
    <Fallible fallback={<p role="alert">{m.common_broken()}</p>}>
      <Suspense>{code === 404 ? <NotFoundPage /> : code === 403 ? <ForbiddenPage /> : <BrokenPage error={error} />}</Suspense>
    </Fallible>
  );
}
