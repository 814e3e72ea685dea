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
  collection: Pick<Collection<unknown>, 'data' | 'state' | 'retry'>;
  /** The shape of what comes, where that does not show by itself that it is loading. */
  shape?: ComponentProps<typeof Skeleton>['shape'] | undefined;
  count?: number | undefined;
}

/** How the loading of a collection stands: its skeleton, its failure with Try again, or that it may be old; nothing once it is there. */
export function LoadState({ collection: { data, state, retry }, shape, count }: LoadStateProps) {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  if (state.hasTag('failed')) return <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />;
  if (data === undefined) return shape ? <Skeleton shape={shape} count={count} /> : null;
  if (!state.hasTag('stale')) return null;
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
  /** What stands under the title whatever becomes of the loading. */
  above?: ReactNode;
  /** What stands under all of it, whatever becomes of the loading. */
  below?: ReactNode;
  /** In place of a list without entries. */
  empty?: ReactNode;
  /** What shows what was loaded; without a function it is there while it loads as well. */
  children?: ReactNode | ((data: T) => ReactNode);
}

/** A page that shows one collection: its title, then how the loading stands, then what there is. */
export function LoadedPage<T>({ collection, width, shape, count, above, below, empty, children, ...header }: LoadedPageProps<T>) {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
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

function contentOf<T>({ data, state }: Collection<T>, children: LoadedPageProps<T>['children'], empty: ReactNode): ReactNode {
  if (empty && Array.isArray(data) && data.length === 0) return empty;
  if (typeof children === 'function') return data === undefined ? null : children(data);
  return state.hasTag('failed') ? null : children;
}
