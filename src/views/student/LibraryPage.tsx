import { ResourceType } from '../../../contract/content.ts';
import { type LibraryItem, studentWork } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, Row, Text } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import s from './library.module.css';
import { languageOf, matches } from './library.ts';

const all = 'all';
/** Number of cards at a time: a screen or two, whatever the size of the library. */
const step = 24;
const kinds = [ResourceType.reading, ResourceType.video, ResourceType.interactive, ResourceType.leveledReader];

/** Content for students to explore on their own: readings, animations and simulations. Nothing is scored or tracked here. */
export default function LibraryPage() {
  const { send } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const collection = useCollection((signal) => send(studentWork.studentLibrary, { user_puid: user.userPuid }, { signal }));
  const { data } = collection;
  const [search, setSearch] = useAddressValue('filter', '');
  const [product, setProduct] = useAddressValue('course', all);
  const [kind, setKind] = useAddressValue('kind', all);
  const [shown, setShown] = useAddressValue('shown', String(step));

  const products = data?.products.filter((one) => one.language_id === languageOf(language)) ?? [];
  const units = new Map(data?.products.flatMap((one) => one.units.map(({ unit_id, name }) => [unit_id, name] as const)));
  const found = (data?.items ?? []).filter(
    (item) =>
      (product === all ? products.some(({ product_id }) => product_id === item.product_id) : String(item.product_id) === product) &&
      (kind === all || String(item.item_type_id) === kind) &&
      matches(item, search),
  );
  const count = Math.max(step, Number(shown) || step);

  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.student_library_title()}
      lead={m.student_library_lead()}
      shape="card"
      count={6}
      above={
        <div className={s.filters}>
          <SearchField label={m.student_library_search()} value={search} onChange={setSearch} />
          <Select
            label={m.student_course()}
            value={product}
            onChange={setProduct}
            options={[
              { key: all, label: m.student_every_course() },
              ...products.map(({ product_id, name }) => ({ key: String(product_id), label: name })),
            ]}
          />
          <Select
            label={m.student_kind()}
            value={kind}
            onChange={setKind}
            options={[{ key: all, label: m.student_every_kind() }, ...kinds.map((type) => ({ key: String(type), label: kindName(type) }))]}
          />
        </div>
      }
    >
      {() => (
        <>
          <p role="status">{m.student_library_count({ count: found.length })}</p>
          {found.length === 0 ? (
            <EmptyState art="search" title={m.student_library_none()}>
              {m.student_library_none_text()}
            </EmptyState>
          ) : (
            <Grid min="m">
              {found.slice(0, count).map((item) => (
                <ItemCard key={item.item_id} item={item} unit={units.get(item.unit_id) ?? ''} />
              ))}
            </Grid>
          )}
          {found.length > count ? (
            <Row justify="center">
              <Button onPress={() => setShown(String(count + step))}>{m.student_library_more()}</Button>
            </Row>
          ) : null}
        </>
      )}
    </LoadedPage>
  );
}

function ItemCard({ item, unit }: { item: LibraryItem; unit: string }) {
  return (
    <Card
      level={2}
      title={item.title}
      eyebrow={`${kindName(item.item_type_id)} · ${unit}`}
      href={paths.exploreItem(item.item_id)}
      end={item.lexile === null ? null : <Badge>{m.player_lexile({ level: item.lexile })}</Badge>}
    >
      <Text size={2}>{item.summary}</Text>
      <Text tone="soft" size={2}>
        {m.student_minutes({ count: item.minutes })}
      </Text>
    </Card>
  );
}
