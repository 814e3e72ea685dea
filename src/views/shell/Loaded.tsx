import type { ComponentProps, ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Collection } from '../collection.ts';
import { ProblemNotice } from './ProblemNotice.tsx';

interface LoadStateProps {
  collection: Omit<Collection<unknown>, 'isBusy' | 'refresh'>;
  /** Shape of the skeleton, for content that does not show by itself that it is loading. */
  shape?: ComponentProps<typeof Skeleton>['shape'] | undefined;
  count?: number | undefined;
}

/** Load state of a collection: its skeleton, its failure with Try again, or a note that it may be stale. Nothing once it has loaded. */
export function LoadState({ collection: { data, problem, isFailed, isStale, retry }, shape, count }: LoadStateProps) {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  if (isFailed) return <ProblemNotice problem={problem} onRetry={retry} />;
  if (data === undefined) return shape ? <Skeleton shape={shape} count={count} /> : null;
  if (!isStale) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" icon={IconRefresh} onPress={retry}>
          {m.common_try_again()}
        </Button>
      }
    >
      {m.common_may_be_old()}
    </Notice>
  );
}

interface LoadedPageProps<T> extends ComponentProps<typeof PageHeader>, Omit<LoadStateProps, 'collection'> {
  collection: Collection<T>;
  width?: ComponentProps<typeof Page>['width'];
  /** Shown under the title in every load state. */
  above?: ReactNode;
  /** Shown at the bottom in every load state. */
  below?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** The content. A function renders only once data has loaded; anything else renders while loading, too. */
  children?: ReactNode | ((data: T) => ReactNode);
}

/** A page of one collection: title, load state, content. */
export function LoadedPage<T>({ collection, width, shape, count, above, below, empty, children, ...header }: LoadedPageProps<T>) {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  return (
    <Page width={width}>
      <PageHeader {...header} />
      {above}
      <LoadState collection={collection} shape={shape} count={count} />
      {contentOf(collection, children, empty)}
      {below}
    </Page>
  );
}

function contentOf<T>({ data, isFailed }: Collection<T>, children: LoadedPageProps<T>['children'], empty: ReactNode): ReactNode {
  if (empty && Array.isArray(data) && data.length === 0) return empty;
  if (typeof children === 'function') return data === undefined ? null : children(data);
  return isFailed ? null : children;
}
