import { useState } from 'react';
import { library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { Grid } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useAddressValue } from '../tableAddress.ts';
import s from './library.module.css';
import { FrameworkChoice, useFramework } from './StandardsPage.tsx';
import { languageCode } from './words.ts';

const grades = ['3', '4', '5', '6', '7', '8'];

/**
 * A correlation document: the standards of a grade, each with the items that serve it, on screen or in print (`home/get_citation_data`).
 */
export default function CitationPage() {
  const framework = useFramework();
  const [grade, setGrade] = useAddressValue('grade', '6');
  const [name, setName] = useAddressValue('standard', '');
  const [typed, setTyped] = useState(name);
  return (
    <Page>
      <PageHeader
        title={m.library_citation()}
        lead={m.library_citation_lead()}
        breadcrumbs={[
          { label: m.teacher_library(), href: paths.contentHome },
          { label: m.library_standards(), href: paths.standards },
        ]}
        more={<FrameworkChoice {...framework} />}
        action={
          <Button icon={IconPrinter} onPress={() => window.print()}>
            {m.library_print()}
          </Button>
        }
      />
      <div className={s.screenOnly}>
        <Grid min="m">
          <Select
            label={m.library_grade()}
            value={grade}
            options={grades.map((one) => ({ key: one, label: m.library_grade_of({ grade: one }) }))}
            onChange={setGrade}
          />
          <SearchField
            label={m.library_standard_name()}
            placeholder="ms ps1 4"
            value={typed}
            maxLength={200}
            onChange={setTyped}
            onSubmit={setName}
            onClear={() => setName('')}
          />
        </Grid>
      </div>
      <Correlation key={`${grade} ${framework.isTeks} ${name}`} grade={Number(grade)} name={name} isTeks={framework.isTeks} />
    </Page>
  );
}

function Correlation({ grade, name, isTeks }: { grade: number; name: string; isTeks: boolean }) {
  const { send } = useApp();
  const collection = useCollection((signal) =>
    send(library.citationData, { grade_id: grade, standard_name: name, is_teks: isTeks }, { signal, quiet: true }),
  );
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="row" count={8} />;
  if (data.length === 0) return <EmptyState art="search" title={m.library_no_standards()} />;
  return (
    <ul className={s.rows}>
      {data.map((standard) => (
        <li key={standard.code} className={s.standard}>
          <span className={s.code}>{standard.code}</span>
          <p>{standard.description}</p>
          <span className={s.soft}>
            {standard.item_count > 0 ? m.library_items_count({ count: standard.item_count }) : m.library_items_none()}
          </span>
          {standard.items.length > 0 ? (
            <ul className={s.contents}>
              {standard.items.map((item) => (
                <li key={item.item_id}>
                  <Link href={paths.previewItem(item.item_id)}>
                    <span lang={languageCode(item.language_id)}>{item.title}</span>
                  </Link>{' '}
                  <span className={s.soft}>
                    {kindName(item.item_type_id)}
                    {item.lexile === null ? '' : ` · ${m.library_lexile({ lexile: item.lexile })}`} · {item.unit_name}
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
