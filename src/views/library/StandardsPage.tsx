import { library } from '../../../contract/library.ts';
import { emptyFilter } from '../../machines/library/contentLibraryMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useAddressValue } from '../tableAddress.ts';
import { writeFilter } from './address.ts';
import s from './library.module.css';

const any = 'all';
/** Texas, by its FIPS code: its schools teach by the TEKS. */
const texas = 48;

/** "MS-PS1-4" belongs to MS-PS1, "TEKS 6.6A" to TEKS 6.6. */
const topicOf = (code: string) => code.replace(/(-\d+|[A-Z])$/, '');

export const useFramework = () => {
  const { state_id } = useUser();
  const [framework, setFramework] = useAddressValue('framework', state_id === texas ? 'TEKS' : 'NGSS');
  return { isTeks: framework === 'TEKS', setFramework };
};

export function FrameworkChoice({ isTeks, setFramework }: ReturnType<typeof useFramework>) {
  return (
    <SegmentedControl
      label={m.library_framework()}
      value={isTeks ? 'TEKS' : 'NGSS'}
      options={[
        { key: 'NGSS', label: 'NGSS' },
        { key: 'TEKS', label: 'TEKS' },
      ]}
      onChange={setFramework}
    />
  );
}

/** Address of the library filtered by one standard. */
export const itemsOf = (code: string) => `${paths.contentHome}?${writeFilter({ ...emptyFilter, standards: [code] })}`;

/** Every standard of the framework by topic, with how many items serve it (`home/get_grades_and_standard`). */
export default function StandardsPage() {
  const framework = useFramework();
  return (
    <Page>
      <PageHeader
        title={m.library_standards()}
        lead={m.library_standards_lead()}
        breadcrumbs={[{ label: m.teacher_library(), href: paths.contentHome }]}
        more={<FrameworkChoice {...framework} />}
      />
      <Standards key={String(framework.isTeks)} isTeks={framework.isTeks} />
    </Page>
  );
}

const coversGrade = (grades: string, grade: number) => {
  const [from, to = from] = grades.split('-').map(Number) as [number, number?];
  return grade >= from && grade <= (to ?? from);
};

function Standards({ isTeks }: { isTeks: boolean }) {
  const { send } = useApp();
  const [grade, setGrade] = useAddressValue('grade', any);
  const collection = useCollection((signal) => send(library.gradesAndStandards, { is_teks: isTeks }, { signal, quiet: true }));
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="row" count={8} />;
  const shown = data.standards.filter((standard) => grade === any || coversGrade(standard.grades, Number(grade)));
  const served = shown.filter((standard) => standard.item_count > 0).length;
  return (
    <>
      <Row gap={4} align="end" justify="between">
        <Select
          label={m.library_grade()}
          value={grade}
          options={[
            { key: any, label: m.library_all_grades() },
            ...data.grades.map(({ grade_id, standard_count }) => ({
              key: String(grade_id),
              label: m.library_facet({ name: m.library_grade_of({ grade: grade_id }), count: standard_count }),
            })),
          ]}
          onChange={setGrade}
        />
        <Row gap={3}>
          <Badge tone="accent">{m.library_standards_served({ served, total: shown.length })}</Badge>
          <Link
            href={`${paths.citation}?grade=${grade === any ? (data.grades[0]?.grade_id ?? 6) : grade}&framework=${isTeks ? 'TEKS' : 'NGSS'}`}
          >
            {m.library_citation()}
          </Link>
        </Row>
      </Row>
      {shown.length === 0 ? <EmptyState title={m.library_no_standards()} /> : null}
      {[...Map.groupBy(shown, (standard) => topicOf(standard.code))].map(([topic, standards]) => (
        <Section key={topic} title={topic}>
          <ul className={s.rows}>
            {standards.map((standard) => (
              <li key={standard.code} className={s.standard}>
                <span className={s.code}>{standard.code}</span>
                <p>{standard.description}</p>
                {standard.item_count > 0 ? (
                  <Link href={itemsOf(standard.code)}>{m.library_items_count({ count: standard.item_count })}</Link>
                ) : (
                  <span className={s.soft}>{m.library_items_none()}</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
