import { useParams } from 'react-router-dom';
import { dayIn } from '../../../common/day.ts';
import { studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { loadDateLocale } from '../../ui/dateLocale.ts';
import { IconPrinter } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { reportCrumbs } from '../classReports/ofClass.ts';
import { useCollection } from '../collection.ts';
import { aMinute, useNow, useReturn, useUser } from '../hooks.ts';
import { PeriodFields, usePeriod } from '../period.tsx';
import { classPeriod, useOnward } from '../reports/onward.ts';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import { nameOf } from '../words.ts';
import { FamilyLetter } from './FamilyLetter.tsx';
import s from './studentReports.module.css';

const languages = [
  { key: 'en', label: 'English' },
  { key: 'es', label: 'Español' },
] as const;

/**
 * The report on one student for the family (`mygroups/studentReportView`). Not a declared report: it is a letter, in a language of its own
 * that need not be the reader's, without table tools, and its paper is the purpose.
 */
export default function StudentReportViewPage() {
  const { value } = useParams();
  const period = usePeriod(classPeriod);
  const [group_puid, student_puid] = decodeIds(value, 2) as [number, number];
  return <Report key={`${value} ${period.from} ${period.to}`} group_puid={group_puid} student_puid={student_puid} period={period} />;
}

interface ReportProps {
  group_puid: number;
  student_puid: number;
  period: ReturnType<typeof usePeriod>;
}

function Report({ group_puid, student_puid, period }: ReportProps) {
  const { send } = useApp();
  const time = useNow(aMinute);
  const { time_zone } = useUser();
  const { language: own } = usePreferences();
  const [wanted, setLanguage] = useAddressValue('language', '');
  const language = languages.find(({ key }) => key === wanted)?.key ?? own;
  const onward = useOnward();
  const { from, to, isInverted } = period;
  const collection = useCollection(async (signal) => {
    // The letter may be in Spanish when the page is not.
    const [letter] = await Promise.all([
      send(studentReports.familyReport, { group_puid, student_puid, from_date: from, to_date: to }, { signal }),
      loadDateLocale('es'),
    ]);
    return letter;
  });
  const { data, refresh } = collection;
  useReturn(refresh);
  return (
    <Page>
      <div className={s.screenOnly}>
        <PageHeader
          title={data ? m.studentReports_family_of({ name: nameOf(data.student) }) : m.studentReports_family()}
          breadcrumbs={reportCrumbs(data).map((crumb) => ({ ...crumb, href: onward(crumb.href) }))}
          lead={m.studentReports_family_lead()}
          more={<PeriodFields period={period} labels={[m.reports_period_from(), m.reports_period_to()]} />}
          action={
            <Button variant="primary" icon={IconPrinter} reason={data ? null : m.ui_wait()} onPress={() => window.print()}>
              {m.library_print()}
            </Button>
          }
        />
        <Row>
          <SegmentedControl label={m.studentReports_family_language()} options={languages} value={language} onChange={setLanguage} />
        </Row>
      </div>
      {isInverted ? null : <LoadState collection={collection} shape="row" count={8} />}
      {data && !isInverted ? (
        <FamilyLetter
          report={data}
          name={nameOf(data.student)}
          days={[from, to]}
          today={dayIn(time, time_zone)}
          language={language}
          timeZone={time_zone}
        />
      ) : null}
    </Page>
  );
}
