import { m } from '../../paraglide/messages.js';
import { type AnyTable, type SectionTable, sectionTable } from '../reports/declaration.ts';
import { fullName } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { usageAssignments } from './usageAssignments.screen.ts';

type Teacher = { user_puid: number; first_name: string; last_name: string };

/** A row for each teacher of a school, which leads to the assignments. `more`: the columns after the name, and the rest of the table. */
export const teacherTable = <Row extends Teacher>(
  { id, teachers }: { id: number; teachers: readonly Row[] },
  { columns, ...rest }: Pick<SectionTable<Row, string>, 'columns' | 'empty' | 'sort'>,
): AnyTable =>
  sectionTable<Row, string>({
    key: 'list',
    rows: teachers,
    rowKey: ({ user_puid }) => user_puid,
    caption: m.usageReports_by_teacher,
    ...rest,
    columns: { name: { header: m.usageReports_teacher, value: fullName, isRowHeader: true, width: 'l' }, ...columns },
    drill: { to: ({ user_puid }) => `${addressOf(usageAssignments)}?school=${id}&teacher=${user_puid}` },
  });
