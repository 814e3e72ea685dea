import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { contentLibraryMachine, emptyFilter, filterOfStart, type LibraryFilter } from '../../machines/library/contentLibraryMachine.ts';
import { searchFieldMachine } from '../../machines/library/searchFieldMachine.ts';
import { m } from '../../paraglide/messages.js';
import { contentLibrarySlice } from '../../services/kit/slices/contentLibrary.ts';
import { libraryActors, mostAtOnce, saveStart } from '../../services/library.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import hidden from '../../ui/hidden.module.css';
import { IconCheck, IconFilter, IconStar, IconX } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { useFields } from '../useFields.ts';
import { readFilter, without, writeFilter } from './address.ts';
import { Filters } from './Filters.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import s from './library.module.css';
import { NothingFound } from './NothingFound.tsx';
import { ResultNotices } from './ResultNotices.tsx';
import type { Shelf } from './shelf.ts';
import { kindLabel, languageName } from './words.ts';

const announcements = {
  common_load_failed: m.common_load_failed,
  library_nothing_found: m.library_nothing_found,
};

/** The active filters as chips, each with the filter that remains without it. */
function chipsOf(filter: LibraryFilter): { key: string; label: string; next: LibraryFilter }[] {
  const drop = <Value,>(list: readonly Value[], value: Value) => list.filter((one) => one !== value);
  return [
    ...filter.kinds.map((kind) => ({ key: `k${kind}`, label: kindLabel(kind), next: { ...filter, kinds: drop(filter.kinds, kind) } })),
    ...filter.grades.map((grade) => ({
      key: `g${grade}`,
      label: m.library_grade_of({ grade }),
      next: { ...filter, grades: drop(filter.grades, grade) },
    })),
    ...filter.languages.map((language) => ({
      key: `l${language}`,
      label: languageName(language),
      next: { ...filter, languages: drop(filter.languages, language) },
    })),
    ...filter.standards.map((standard) => ({
      key: `s${standard}`,
      label: standard,
      next: { ...filter, standards: drop(filter.standards, standard) },
    })),
  ];
}

/** Loads more when the end of the list comes near. The button below does the same for users who do not scroll. */
function End({ onReached, children }: { onReached: () => void; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const newest = useRef(onReached);
  useEffect(() => {
    newest.current = onReached;
  });
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && newest.current(), { rootMargin: '600px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={s.end}>
      {children}
    </div>
  );
}

/** The items of the catalog: units and facets beside the results. The filter is in the address. */
export function ItemsTab({ shelf }: { shelf: Shelf }) {
  const { send, persistence } = useApp();
  const { userPuid } = useUser();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const address = filter ? writeFilter(filter).toString() : '';
  const [kept] = useState(() => {
    const found = persistence()?.read(contentLibrarySlice);
    return found?.address === address ? found : null;
  });
  const [isFiltering, setFiltering] = useState(false);

  // A new filter shows at once, before the address has caught up.
  const [ahead, setAhead] = useState<{ from: string; filter: LibraryFilter } | null>(null);
  const put = (next: LibraryFilter, isReplaced = false) => {
    setAhead({ from: address, filter: next });
    setParams(
      (now) => {
        const address = writeFilter(next);
        const tab = now.get('tab');
        if (tab) address.set('tab', tab);
        return address;
      },
      { replace: isReplaced, preventScrollReset: true },
    );
  };
  const change = (next: LibraryFilter) => put(next);

  const actor = useChart(contentLibraryMachine, {
    actors: libraryActors(send),
    input: { userPuid, filter, kept },
    announce: announcements,
  });
  const field = useChart(searchFieldMachine, {
    input: { query: filter?.query ?? '' },
    on: {
      'query.settled': ({ query: words }) => {
        const now = actor.getSnapshot().context.filter ?? emptyFilter;
        if (words.trim() !== now.query) put({ ...now, query: words.trim() }, now.query !== '');
      },
    },
  });
  const query = useSelector(field, (snapshot) => snapshot.context.query);
  const start = useCommand('libraryStart', (place: LibraryFilter, { signal }) => saveStart(send, userPuid, place, signal), {
    announce: { done: () => m.library_start_saved() },
    onDone: (_, saved) => offer(actor, { type: 'start.saved', start: saved }),
  });
  const { units, result, selected, ...seen } = useFields(actor, (snapshot) => ({
    units: snapshot.context.units,
    result: snapshot.context.result,
    selected: snapshot.context.selected,
    filter: snapshot.context.filter,
    problem: snapshot.context.problem,
    placesProblem: snapshot.context.placesProblem,
    havePlacesFailed: snapshot.hasTag('placesFailed'),
    havePlaces: snapshot.hasTag('placesReady'),
    isWaiting: snapshot.hasTag('waiting'),
    isSearching: snapshot.hasTag('searching'),
    hasSearchFailed: snapshot.hasTag('searchFailed'),
    isEmpty: snapshot.hasTag('empty'),
    isExtending: snapshot.hasTag('extending'),
    isCut: snapshot.hasTag('cut'),
  }));

  const dismissStart = useEffectEvent(start.dismiss);
  // The address is the source of truth: links, filters and Back all go through it.
  const sent = useRef(address);
  useEffect(() => {
    if (address === sent.current) return;
    sent.current = address;
    const { units: known } = actor.getSnapshot().context;
    // The library's bare address opens the user's default view.
    const next = readFilter(new URLSearchParams(address)) ?? (known ? filterOfStart(known.default_data, known.categories) : emptyFilter);
    actor.send({ type: 'filter.changed', filter: next });
    field.send({ type: 'query.replaced', query: next.query });
    dismissStart();
  }, [address, actor, field]);

  useEffect(() => {
    if (!units || !result || !seen.filter) return;
    const here = address === '' ? writeFilter(filterOfStart(units.default_data, units.categories)).toString() : address;
    if (writeFilter(seen.filter).toString() !== here) return;
    const items = result.items.slice(0, mostAtOnce).map((item) => ({ ...item, picture: null }));
    persistence()?.write(contentLibrarySlice, { address, units, result: { ...result, items }, selected });
  }, [units, result, address, selected, seen.filter, persistence]);
  // A user who opens an item and comes right back finds the list unchanged.
  useEffect(() => () => persistence()?.flush(), [persistence]);
  useEffect(() => {
    if (kept?.selected) document.querySelector<HTMLElement>(`[data-item="${kept.selected}"] a`)?.focus({ preventScroll: true });
  }, [kept]);

  const shownFilter = ahead?.from === address ? ahead.filter : (filter ?? seen.filter ?? emptyFilter);
  const chips = chipsOf(shownFilter);
  const count = result?.total ?? 0;
  const filters = <Filters units={units} result={result} filter={shownFilter} onChange={change} />;

  return (
    <div className={s.columns}>
      <aside className={s.filters} aria-label={m.library_filters()}>
        {seen.havePlacesFailed ? (
          <ProblemNotice
            title={m.library_places_failed()}
            problem={seen.placesProblem}
            onRetry={() => actor.send({ type: 'places.retried' })}
          />
        ) : (
          filters
        )}
      </aside>
      <div className={s.results} data-busy={seen.isSearching || undefined}>
        <div className={s.searchLine}>
          <SearchField
            label={m.library_search()}
            isLabelHidden
            placeholder={m.library_search_example()}
            value={query}
            maxLength={200}
            onChange={(text) => field.send({ type: 'query.typed', query: text })}
            onSubmit={() => offer(field, { type: 'query.submitted' })}
          />
          <span className={s.filterButton}>
            <Button icon={IconFilter} onPress={() => setFiltering(true)}>
              {chips.length > 0 ? m.library_filters_count({ count: chips.length }) : m.library_filters()}
            </Button>
          </span>
        </div>
        <div className={s.status}>
          <Text as="div" tone="soft">
            <span role="status">{result && !seen.isSearching ? m.library_found({ count }) : ''}</span>
          </Text>
          <Row gap={2}>
            {chips.map(({ key, label, next }) => (
              <Button key={key} size="small" iconEnd={IconX} onPress={() => change(next)}>
                {m.library_without({ name: label })}
              </Button>
            ))}
            {chips.length > 1 ? (
              <Button
                size="small"
                variant="quiet"
                onPress={() => change({ ...shownFilter, kinds: [], grades: [], languages: [], standards: [] })}
              >
                {m.library_clear()}
              </Button>
            ) : null}
            <Button
              size="small"
              variant="quiet"
              icon={start.isDone ? IconCheck : IconStar}
              isPending={start.isSaving}
              reason={seen.havePlaces && seen.filter ? null : m.ui_wait()}
              onPress={() => seen.filter && start.give(seen.filter)}
            >
              {start.isDone ? m.library_start_saved() : m.library_save_start()}
            </Button>
          </Row>
        </div>
        {result ? <ResultNotices result={result} isSearching={seen.isSearching} /> : null}
        {seen.hasSearchFailed ? <ProblemNotice problem={seen.problem} onRetry={() => actor.send({ type: 'results.retried' })} /> : null}
        {(seen.isSearching || seen.isWaiting) && !result?.items.length && !seen.havePlacesFailed ? (
          <Skeleton shape="card" count={6} />
        ) : null}
        {seen.isEmpty && result ? <NothingFound result={result} onDrop={(part) => change(without(shownFilter, part))} /> : null}
        {result && result.items.length > 0 && !seen.hasSearchFailed ? (
          <>
            <h2 className={hidden.hidden}>{m.library_tab_items()}</h2>
            <ItemGrid
              items={result.items}
              shelf={shelf}
              label={m.library_tab_items()}
              selected={selected}
              onOpen={(itemId) => actor.send({ type: 'item.opened', itemId })}
            />
            {seen.isCut ? (
              <ProblemNotice
                title={m.library_more_failed()}
                problem={seen.problem}
                onRetry={() => actor.send({ type: 'results.retried' })}
              />
            ) : null}
            {result.items.length < result.total ? (
              <End onReached={() => actor.send({ type: 'end.reached' })} key={result.items.length}>
                <Button isPending={seen.isExtending} onPress={() => actor.send({ type: 'end.reached' })}>
                  {m.library_show_more({ shown: result.items.length, total: result.total })}
                </Button>
              </End>
            ) : null}
          </>
        ) : null}
      </div>
      {isFiltering ? (
        <Dialog
          title={m.library_filters()}
          isOpen
          onOpenChange={setFiltering}
          footer={(close) => (
            <Button variant="primary" onPress={close}>
              {m.library_show_found({ count })}
            </Button>
          )}
        >
          <Stack gap={5}>{filters}</Stack>
        </Dialog>
      ) : null}
    </div>
  );
}
