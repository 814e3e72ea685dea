import { lazy, Suspense, useState } from 'react';
import { Language } from '../../../contract/content.ts';
import { type LibraryItem, library, type Units } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDistance } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import hidden from '../../ui/hidden.module.css';
import { Grid, Stack } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { aMinute, useNow, useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import { ItemGrid } from './ItemGrid.tsx';
import type { Shelf } from './shelf.ts';
import { blockName } from './words.ts';

const Html = lazy(() => import('../../ui/Html.tsx').then(({ Html: Component }) => ({ default: Component })));

const useContentLanguage = () => (usePreferences().language === 'es' ? Language.spanish : Language.english);

function Items({ title, lead, items, shelf }: { title: string; lead: string; items: readonly LibraryItem[]; shelf: Shelf }) {
  return (
    <Section title={title} lead={lead}>
      {items.length > 0 ? <ItemGrid items={items} shelf={shelf} label={title} /> : <EmptyState title={m.library_none_in_language()} />}
    </Section>
  );
}

/** STAR tests and tests of reading comprehension. */
export function TestsTab({ shelf }: { shelf: Shelf }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = useContentLanguage();
  const tests = useCollection((signal) => send(library.starAndReadingTests, { user_puid: userPuid, language_id }, { signal, quiet: true }));
  if (!tests.data) return <LoadState collection={tests} shape="card" count={6} />;
  return (
    <>
      <Items title={m.library_star()} lead={m.library_star_lead()} items={tests.data.star} shelf={shelf} />
      <Items
        title={m.library_reading_tests()}
        lead={m.library_reading_tests_lead()}
        items={tests.data.reading_comprehension}
        shelf={shelf}
      />
    </>
  );
}

/** Engineering design items. */
export function EngineeringTab({ shelf }: { shelf: Shelf }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const language_id = useContentLanguage();
  const items = useCollection((signal) => send(library.engineeringItems, { user_puid: userPuid, language_id }, { signal, quiet: true }));
  if (!items.data) return <LoadState collection={items} shape="card" count={6} />;
  return <Items title={m.library_tab_engineering()} lead={m.library_engineering_lead()} items={items.data} shelf={shelf} />;
}

/** Items that the teacher has opened, newest first. */
export function RecentTab({ shelf }: { shelf: Shelf }) {
  const { send } = useApp();
  const now = useNow(aMinute);
  const { userPuid } = useUser();
  const { language } = usePreferences();
  const opened = useCollection((signal) => send(library.itemsAccessed, { user_puid: userPuid }, { signal, quiet: true }));
  if (!opened.data) return <LoadState collection={opened} shape="card" count={6} />;
  const [newest] = opened.data;
  if (!newest) return <EmptyState title={m.library_recent_empty()}>{m.library_recent_empty_text()}</EmptyState>;
  return (
    <Section title={m.library_tab_recent()} lead={m.library_recent_lead({ when: formatDistance(newest.accessed_at, now, language) })}>
      <ItemGrid items={opened.data.map(({ item }) => item)} shelf={shelf} label={m.library_tab_recent()} />
    </Section>
  );
}

/** Short building blocks for lessons, by unit. */
export function BlocksTab() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const places = useCollection((signal) => send(library.units, { user_puid: userPuid }, { signal, quiet: true }));
  if (!places.data) return <LoadState collection={places} shape="card" count={6} />;
  return <BlocksOf units={places.data} />;
}

function BlocksOf({ units }: { units: Units }) {
  const start = units.sub_categories.find((unit) => unit.unit_id === units.default_data.unit_id) ?? units.sub_categories[0];
  const [chosen, setChosen] = useAddressValue('unit', String(start?.unit_id ?? ''));
  const unit = units.sub_categories.find((one) => String(one.unit_id) === chosen) ?? start;
  if (!unit) return <EmptyState title={m.library_no_units()} />;
  const productName = (product_id: number) => units.categories.find((one) => one.product_id === product_id)?.name ?? '';
  return (
    <Stack gap={5}>
      <Select
        label={m.library_unit()}
        value={String(unit.unit_id)}
        options={units.sub_categories.map((one) => ({
          key: String(one.unit_id),
          label: one.name,
          description: productName(one.product_id),
        }))}
        onChange={setChosen}
      />
      <UnitBlocks key={unit.unit_id} unit={unit} />
    </Stack>
  );
}

const anyType = 'all';

function UnitBlocks({ unit }: { unit: Units['sub_categories'][number] }) {
  const { send } = useApp();
  const [type, setType] = useState<string>(anyType);
  const blocks = useCollection(async (signal) => {
    const place = { unit_id: unit.unit_id, product_id: unit.product_id };
    const [types, list] = await Promise.all([
      send(library.lessonBlockTypes, place, { signal, quiet: true }),
      send(library.lessonBlocks, place, { signal, quiet: true }),
    ]);
    return { types, list };
  });
  if (!blocks.data) return <LoadState collection={blocks} shape="card" count={6} />;
  const { types, list } = blocks.data;
  if (list.length === 0) return <EmptyState title={m.library_no_blocks()}>{m.library_no_blocks_text()}</EmptyState>;
  const subName = (sub_unit_id: number | null) => unit.sub_units.find((sub) => sub.sub_unit_id === sub_unit_id)?.name ?? unit.name;
  return (
    <>
      <Select
        label={m.library_block_kind()}
        value={type}
        options={[
          { key: anyType, label: m.library_facet({ name: m.library_block_all(), count: list.length }) },
          ...types.map(({ block_type, count }) => ({ key: block_type, label: m.library_facet({ name: blockName(block_type), count }) })),
        ]}
        onChange={setType}
      />
      <h2 className={hidden.hidden}>{m.library_tab_blocks()}</h2>
      <Grid min="l">
        {list
          .filter((block) => type === anyType || block.block_type === type)
          .map((block) => (
            <Card
              key={block.block_id}
              eyebrow={`${blockName(block.block_type)} · ${subName(block.sub_unit_id)}`}
              title={block.title}
              end={<Badge>{m.library_minutes({ count: block.minutes })}</Badge>}
              footer={block.standards.length > 0 ? <span>{block.standards.join(', ')}</span> : null}
            >
              <Suspense fallback={<Skeleton count={2} />}>
                <Html html={block.html} />
              </Suspense>
            </Card>
          ))}
      </Grid>
    </>
  );
}
