import { useState } from 'react';
import { mostResources } from '../../../common/lessonLimits.ts';
import { authoring } from '../../../contract/authoring.ts';
import { ResourceType } from '../../../contract/content.ts';
import { type LibraryItem, library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { KindPicture } from './ResourceEditor.tsx';
import s from './workspace.module.css';

interface LibraryPanelProps {
  /** Items already in the lesson. */
  has: ReadonlySet<number>;
  count: number;
  onAdd: (item: Pick<LibraryItem, 'item_id' | 'item_type_id' | 'title' | 'minutes'>) => void;
}

/** Not a key of a course or unit: selects all of them. */
const every = 'all';
/** Nor is this: quizzes that the user wrote. */
const own = 'own';
const pageOfHits = 24;

/** The library beside the form, to browse by course and unit or to search. */
export function LibraryPanel({ has, count, onAdd }: LibraryPanelProps) {
  const { send } = useApp();
  const user = useUser();
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
      {product === own ? (
        <OwnHits search={search} has={has} count={count} onAdd={onAdd} />
      ) : units.data ? (
        <Hits key={`${product} ${unit} ${search}`} product={product} unit={unit} search={search} has={has} count={count} onAdd={onAdd} />
      ) : units.isFailed ? null : (
        <Skeleton shape="row" count={5} />
      )}
    </section>
  );
}

function Hits({ product, unit, search, has, count, onAdd }: LibraryPanelProps & { product: string; unit: string; search: string }) {
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

/** A hit, and the button that adds it. */
function Hit({ item, has, count, onAdd }: LibraryPanelProps & { item: Parameters<LibraryPanelProps['onAdd']>[0] }) {
  return (
    <li className={s.hit}>
      <KindPicture typeId={item.item_type_id} />
      <div className={s.what}>
        <Link href={paths.previewItem(item.item_id)} look="plain" isExternal>
          {item.title}
        </Link>
        <p className={s.facts}>
          {[
            kindName(item.item_type_id),
            m.workspace_minutes({ count: item.minutes }),
            has.has(item.item_id) ? m.builder_library_in() : null,
          ]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </p>
      </div>
      <IconButton
        icon={IconPlus}
        label={m.builder_library_add({ name: item.title })}
        reason={count >= mostResources ? m.builder_library_full() : null}
        onPress={() => onAdd(item)}
      />
    </li>
  );
}

/** Quizzes that the user wrote or got from colleagues, and that lessons can use. */
function OwnHits({ search, ...panel }: LibraryPanelProps & { search: string }) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(authoring.authoredQuizzes, {}, { signal, quiet: true }));
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="row" count={5} />;
  const words = search.toLowerCase().split(/\s+/);
  const found = data.filter(({ is_ready, title }) => is_ready && words.every((word) => title.toLowerCase().includes(word)));
  if (found.length === 0) return <EmptyState title={m.authoring_none_ready()}>{m.authoring_none_ready_text()}</EmptyState>;
  return (
    <ul className={s.hits}>
      {found.map(({ item_id, title, minutes }) => (
        <Hit key={item_id} item={{ item_id, title, minutes, item_type_id: ResourceType.quiz }} {...panel} />
      ))}
    </ul>
  );
}
