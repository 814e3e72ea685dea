import { lazy, Suspense, useState } from 'react';
import { library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { useHiddenTabs } from '../shell/hiddenTabs.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { Hit, type HitsProps } from './Hit.tsx';
import { OwnHits } from './OwnHits.tsx';
import s from './workspace.module.css';

const TermSetPanel = lazy(() => import('../termSets/TermSetPanel.tsx'));

/** Not a key of a course or unit: selects all of them. */
const every = 'all';
/** Nor is this: quizzes that the user wrote. */
const own = 'own';
/** Nor this: terms of the glossary. */
const terms = 'terms';
const pageOfHits = 24;

/** The library beside the form, to browse by course and unit or to search. */
export default function LibraryPanel({ has, count, onAdd }: HitsProps) {
  const { send } = useApp();
  const user = useUser();
  const hidden = useHiddenTabs();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ product: string; unit: string } | null>(null);
  const units = useCollection((signal) => send(library.units, { user_puid: user.userPuid }, { signal, quiet: true }));
  const begin = units.data?.default_data.product_id;
  const { product, unit } = chosen ?? { product: begin ? String(begin) : every, unit: every };
  const categories = units.data?.categories ?? [];
  const ofProduct = (units.data?.sub_categories ?? []).filter((one) => String(one.product_id) === product);
  return (
    <section className={s.library} aria-label={m.builder_library()}>
      <h2>{m.builder_library()}</h2>
      <LoadState collection={units} />
      <SearchField
        label={m.builder_library_search()}
        isLabelHidden
        placeholder={m.builder_library_search()}
        maxLength={200}
        onSubmit={setSearch}
        onClear={() => setSearch('')}
      />
      <Row gap={2} align="end">
        <Select
          label={m.builder_library_course()}
          options={[
            { key: every, label: m.builder_library_all_courses() },
            { key: own, label: m.authoring_list() },
            ...(hidden.has('glossary') ? [] : [{ key: terms, label: m.termSets_library() }]),
            ...categories.map((one) => ({ key: String(one.product_id), label: one.name })),
          ]}
          value={product}
          onChange={(key) => setChosen({ product: key, unit: every })}
        />
        {ofProduct.length > 0 ? (
          <Select
            label={m.builder_library_unit()}
            options={[
              { key: every, label: m.builder_library_all_units() },
              ...ofProduct.map((one) => ({ key: String(one.unit_id), label: one.name })),
            ]}
            value={unit}
            onChange={(key) => setChosen({ product, unit: key })}
          />
        ) : null}
      </Row>
      {product === terms ? (
        <Suspense fallback={<Skeleton shape="row" count={5} />}>
          <TermSetPanel search={search} has={has} count={count} onAdd={onAdd} />
        </Suspense>
      ) : product === own ? (
        <OwnHits search={search} has={has} count={count} onAdd={onAdd} />
      ) : units.data ? (
        <Hits key={`${product} ${unit} ${search}`} product={product} unit={unit} search={search} has={has} count={count} onAdd={onAdd} />
      ) : units.isFailed ? null : (
        <Skeleton shape="row" count={5} />
      )}
    </section>
  );
}

function Hits({ product, unit, search, has, count, onAdd }: HitsProps & { product: string; unit: string; search: string }) {
  const { send } = useApp();
  const user = useUser();
  const [limit, setLimit] = useState(pageOfHits);
  const collection = useCollection((signal) =>
    send(
      library.search,
      {
        user_puid: user.userPuid,
        query: search,
        ...(product === every ? {} : { product_id: Number(product) }),
        ...(unit === every ? {} : { unit_id: Number(unit) }),
        offset: 0,
        limit,
      },
      { signal, quiet: true },
    ),
  );
  const { data, isBusy, refresh } = collection;
  if (!data) return <LoadState collection={collection} shape="row" count={5} />;
  if (data.total === 0)
    return (
      <EmptyState art="search" title={m.builder_library_empty()}>
        {m.builder_library_empty_text()}
      </EmptyState>
    );
  return (
    <>
      <Text tone="soft" size={2}>
        {m.builder_library_count({ count: data.total })}
      </Text>
      <ul className={s.hits}>
        {data.items.map((item) => (
          <Hit key={item.item_id} item={item} has={has} count={count} onAdd={onAdd} />
        ))}
      </ul>
      {data.items.length < data.total && limit < 200 ? (
        <Stack align="center">
          <Button
            size="small"
            isPending={isBusy}
            onPress={() => {
              setLimit(Math.min(limit * 2, 200));
              // The next render fetches with the new limit.
              queueMicrotask(refresh);
            }}
          >
            {m.builder_library_more()}
          </Button>
        </Stack>
      ) : null}
    </>
  );
}
