import { lazy, Suspense, useState } from 'react';
import { may } from '../../../common/may.ts';
import { providers } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { schools as calls, type School } from '../../../contract/schools.ts';
import { m } from '../../paraglide/messages.js';
import { schoolSource } from '../../services/schools/schools.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Link } from '../../ui/Link.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { manageUsers } from '../account/manageUsers.screen.ts';
import { auditItem, auditOf } from '../audit/auditOf.ts';
import { districtScope, useDistrictChoice } from '../districts/DistrictChoice.tsx';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { ReopeningNotice, SchoolClosing, useSchoolClosing, useSchoolReopening } from './SchoolClosing.tsx';
import { schools } from './schools.screen.ts';

// Most schools have none.
const SchoolDetails = lazy(() => import('./SchoolDetails.tsx'));

const counts = {
  students: m.schools_students,
  teachers: m.schools_teachers,
  administrators: m.schools_administrators,
  classes: m.schools_classes,
};

/** Where the people of a school are listed. */
const peopleOf = ({ district_id, school_id }: School, { role }: UserData) => {
  const district = providers.some((one) => one === role) ? `${districtScope}=${district_id}&` : '';
  return `${addressOf(manageUsers)}?${district}school_id=${school_id}`;
};

const columns = (me: UserData, language: string): TableColumn<School>[] => [
  {
    key: 'name',
    header: m.account_school(),
    value: ({ name }) => name,
    look: (text, row) => (
      <Link look="plain" href={peopleOf(row, me)}>
        {text}
      </Link>
    ),
    isRowHeader: true,
    width: 'l',
  },
  {
    key: 'rostered',
    header: m.schools_rostered(),
    value: ({ sourced_id }) => (sourced_id === null ? m.records_no() : m.records_yes()),
    width: 's',
  },
  ...Object.entries(counts).map(
    ([key, header]): TableColumn<School> => ({
      key,
      header: header(),
      value: (row) => row[key as keyof typeof counts],
      text: (row) => formatNumber(row[key as keyof typeof counts], language),
      file: (row) => row[key as keyof typeof counts],
      align: 'end',
      width: 's',
    }),
  ),
];

/** The form, and closing and reopening a school. */
function useSchoolParts({ say, refresh, chosen, choose }: RecordFrame): RecordParts<School> {
  const me = useUser();
  const { name: district, control } = useDistrictChoice({ chosen, choose });
  const closing = useSchoolClosing(say, refresh);
  const reopening = useSchoolReopening(say, refresh);
  const isBusy = closing.isBusy || reopening.isBusy;
  const [shown, show] = useState<School | null>(null);
  return {
    rules: () => ({ name: { kind: 'text', most: 200, isRequired: true, isUnique: false } }),
    ...(district
      ? { formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.districts_in({ what: m.schools_new(), district })) }
      : {}),
    above: () => (
      <>
        {control}
        <ReopeningNotice {...reopening} />
        <SchoolClosing command={closing} />
      </>
    ),
    actions: (row) => {
      const details = { key: 'details', label: m.rostering_metadata(), onAction: () => show(row) };
      const place = chosen[districtScope];
      const about = { school_id: row.school_id, ...(place ? { about_district_id: Number(place) } : {}) };
      const own = [...(row.metadata.length > 0 ? [details] : []), ...auditItem(auditOf(me, about))];
      if (!may(me, calls.closeSchool)) return own;
      const [label, command] = row.closed_at === null ? [m.schools_close(), closing] : [m.schools_reopen(), reopening];
      return [
        ...own,
        {
          key: 'close',
          label,
          isDanger: row.closed_at === null,
          reason: isBusy ? m.ui_wait() : null,
          onAction: () => command.give(row),
        },
      ];
    },
    dialogs: shown ? (
      <Suspense fallback={null}>
        <SchoolDetails school={shown} onClose={() => show(null)} />
      </Suspense>
    ) : null,
  };
}

export default recordScreen<School>({
  ...schools,
  title: m.schools_title,
  lead: m.schools_lead,
  source: schoolSource,
  scope: districtScope,
  nameOf: ({ name }) => name,
  columns,
  lists: {
    name: 'state',
    label: m.schools_which,
    options: { open: m.schools_open, closed: m.schools_closed },
  },
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] },
  fields: { name: { label: m.schools_name, help: m.schools_name_help } },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.name }) : m.schools_new()),
  empty: {
    title: (list) => (list === 'closed' ? m.schools_none_closed() : m.schools_none()),
    text: m.schools_none_text,
  },
  useParts: useSchoolParts,
});
