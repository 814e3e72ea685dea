import { useEffect } from 'react';
import { library, type Units } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import hidden from '../../ui/hidden.module.css';
import { Grid } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage, LoadState } from '../shell/Loaded.tsx';
import { useAddressValue } from '../tableAddress.ts';
import { BreakoutDialog } from './BreakoutDialog.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import { PlaylistBar } from './PlaylistBar.tsx';
import { useShelf } from './shelf.ts';
import { languageName } from './words.ts';

const any = 'all';

/** Quizzes and assessments of a course or unit; provider assessments on their own if requested (`content/assessment`). */
export default function AssessmentPage() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(library.units, { user_puid: userPuid }, { signal, quiet: true }));
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.library_assessments()}
      lead={m.library_assessments_lead()}
      breadcrumbs={[{ label: m.teacher_library(), href: paths.contentHome }]}
      shape="card"
      count={6}
      below={<PlaylistBar />}
    >
      {(data) => <Assessments units={data} />}
    </LoadedPage>
  );
}

function Assessments({ units }: { units: Units }) {
  const [product, setProduct] = useAddressValue('product', String(units.default_data.product_id ?? units.categories[0]?.product_id ?? ''));
  const [unit, setUnit] = useAddressValue('unit', any);
  const [delivery, setDelivery] = useAddressValue('delivery', any);
  const ofProduct = units.sub_categories.filter((one) => String(one.product_id) === product);
  const known = ofProduct.some((one) => String(one.unit_id) === unit) ? unit : any;
  if (units.categories.length === 0) return <EmptyState title={m.library_no_units()} />;
  return (
    <>
      <Grid min="m">
        <Select
          label={m.library_course()}
          value={product}
          options={units.categories.map((one) => ({
            key: String(one.product_id),
            label: one.name,
            description: languageName(one.language_id),
          }))}
          onChange={setProduct}
        />
        <Select
          label={m.library_unit()}
          value={known}
          options={[{ key: any, label: m.library_all_units() }, ...ofProduct.map((one) => ({ key: String(one.unit_id), label: one.name }))]}
          onChange={setUnit}
        />
        <Select
          label={m.library_delivery()}
          value={delivery}
          options={[
            { key: any, label: m.library_delivery_any() },
            { key: 'false', label: m.library_delivery_here() },
            { key: 'true', label: m.library_delivery_provider() },
          ]}
          onChange={setDelivery}
        />
      </Grid>
      <ContentItems
        key={`${product} ${known} ${delivery}`}
        place={{
          product_id: Number(product),
          ...(known === any ? {} : { unit_id: Number(known) }),
          ...(delivery === any ? {} : { is_learnosity_enabled: delivery === 'true' }),
        }}
      />
    </>
  );
}

function ContentItems({ place }: { place: { product_id: number; unit_id?: number; is_learnosity_enabled?: boolean } }) {
  const { send } = useApp();
  const notices = useNotices();
  const shelf = useShelf();
  const collection = useCollection((signal) => send(library.contentItems, place, { signal, quiet: true }));
  const { data } = collection;
  const isEmpty = data?.length === 0;
  useEffect(() => {
    if (isEmpty) notices.send({ type: 'notice.posted', kind: 'error', text: m.library_please_refresh() });
  }, [isEmpty, notices]);
  if (!data) return <LoadState collection={collection} shape="card" count={6} />;
  return (
    <>
      {isEmpty ? <EmptyState title={m.library_please_refresh()}>{m.library_no_assessments()}</EmptyState> : null}
      <h2 className={hidden.hidden}>{m.library_assessments()}</h2>
      <ItemGrid items={data} shelf={shelf} label={m.library_assessments()} />
      {shelf.detailed ? <BreakoutDialog item={shelf.detailed} onClose={shelf.closeDetails} /> : null}
    </>
  );
}
