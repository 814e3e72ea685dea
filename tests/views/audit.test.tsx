// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AuditEntry, audit as calls } from '../../contract/audit.ts';
import { m } from '../../src/paraglide/messages.js';
import Audit from '../../src/views/audit/audit.records.tsx';
import { detailText, loadAuditFields } from '../../src/views/audit/auditWords.ts';
import { moduleNames } from '../../src/views/permissions/permissionWords.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { cellsOf, savedCsv } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

/** 2030-01-14 and 15 at 11 in the morning in Chicago. */
const [first, second] = [Date.UTC(2030, 0, 14, 17), Date.UTC(2030, 0, 15, 17)];
const common = { district_id: 1, actor_puid: ids.dan, detail: '{}' };

async function open(asked = '') {
  const opened = await openScreen();
  await opened.network.backend.db
    .insertInto('audit')
    .values([
      { ...common, audit_id: 1, at: first, action: 'subject.update', subject: `subject ${ids.subject}`, address: '192.0.2.7' },
      {
        ...common,
        ...{ audit_id: 2, at: second, action: 'group.add_students', subject: `group ${ids.class}`, address: '192.0.2.8' },
        ...{ actor_puid: ids.tess, acting_puid: ids.dan, acting_district_id: 1, detail: '{"count":1200}' },
      },
      { ...common, audit_id: 3, at: second + 1, action: 'roster.done', subject: 'import 5' },
    ])
    .execute();
  await opened.network.backend.db
    .updateTable('audit')
    .set({ detail: JSON.stringify({ before: { name: 'Math', version: 1 }, after: { name: 'Science', version: 2 } }) })
    .where('audit_id', '=', 1)
    .execute();
  await opened.signIn('dan');
  const address = addressOf(Audit.declaration);
  render(
    <AtRoute app={opened.app} address={address + asked} path={address}>
      <Audit />
    </AtRoute>,
  );
  return opened;
}
const opened = () => screen.findByRole('table', { name: m.audit_title() });
const rows = () => cellsOf(m.audit_title()).slice(1);
const change = m.audit_change({
  field: m.admin_subjects_name(),
  before: m.audit_quoted({ text: 'Math' }),
  after: m.audit_quoted({ text: 'Science' }),
});
const administrator = m.common_role_district_administrator();
const entries = [
  ['Tue, Jan 15, 11:00 AM', m.audit_roster_done(), 'dan Person', administrator, '', '', m.audit_server()],
  [
    ...['Tue, Jan 15, 11:00 AM', m.audit_group_add_students()],
    ...[m.audit_acting({ administrator: 'dan Person', user: 'tess Person' }), administrator, 'Science 6, Period 2'],
    ...[m.audit_count({ count: '1,200' }), '192.0.2.8'],
  ],
  ['Mon, Jan 14, 11:00 AM', m.audit_subject_update(), 'dan Person', administrator, 'Science', change, '192.0.2.7'],
];

it('says who did what, when, to whom and from where, in the file as on the screen', async () => {
  await open();
  await opened();
  await waitFor(() => expect(rows()).toEqual(entries));
  expect((await savedCsv()).slice(1).map((row) => row.slice(1))).toEqual(entries.map((row) => row.slice(1)));
});

it('is narrowed down by kind and by days, in the address too', async () => {
  const { network } = await open();
  await opened();
  fireEvent.change(screen.getByLabelText(m.audit_kind()), { target: { value: 'classes' } });
  await waitFor(() => expect(rows()).toEqual([entries[1]]));
  expect(route.path).toContain('kind=classes');
  fireEvent.change(screen.getByLabelText(m.audit_kind()), { target: { value: 'all' } });
  fireEvent.change(screen.getByLabelText(m.reports_period_to()), { target: { value: '2030-01-14' } });
  await waitFor(() => expect(rows()).toEqual([entries[2]]));
  fireEvent.change(screen.getByLabelText(m.reports_period_from()), { target: { value: '2030-01-15' } });
  await screen.findByText(m.teacher_period_inverted());
  // The wrong end is not asked for.
  await waitFor(() => expect(rows()).toEqual([entries[0], entries[1]]));
  expect(network.made(calls.auditEntries).at(-1)).toMatchObject({ from_date: '2030-01-15' });
  expect(network.made(calls.auditEntries).at(-1)).not.toHaveProperty('to_date');
});

it('shows only one class, by its address, and everything again', async () => {
  const { network } = await open(`?group_puid=${ids.class}`);
  await opened();
  await waitFor(() => expect(rows()).toEqual([entries[1]]));
  expect(network.made(calls.auditEntries).at(-1)).toMatchObject({ group_puid: String(ids.class) });
  screen.getByText(m.audit_only_class({ name: 'Science 6, Period 2' }));
  fireEvent.click(screen.getByRole('button', { name: m.audit_only_all() }));
  await waitFor(() => expect(rows()).toEqual(entries));
});

it('says that there is nothing, and shows everything again', async () => {
  await open('?kind=exports');
  await screen.findByText(m.records_none_found());
  fireEvent.click(screen.getByRole('button', { name: m.records_show_all() }));
  await opened();
  await waitFor(() => expect(rows()).toEqual(entries));
});

it('says roles, languages, states, subjects, results and yes or no in words', async () => {
  await loadAuditFields();
  const entry = (field: string, before: string | null, after: string | null) =>
    detailText({ facts: [], changes: [{ field, before, after }], count: null } as unknown as AuditEntry);
  const change = (field: string, before: string, after: string) => m.audit_change({ field, before, after });
  const quoted = (text: string) => m.audit_quoted({ text });
  expect(entry('role', '2', '6')).toBe(change(m.account_column_role(), m.common_role_teacher(), m.common_role_school_administrator()));
  expect(entry('is_assignable', 'true', 'false')).toBe(change(m.contentSetup_assignable(), m.records_yes(), m.records_no()));
  expect(entry('language', 'en', 'es')).toBe(change(m.districts_language(), quoted(m.districts_english()), quoted(m.districts_spanish())));
  expect(entry('state', null, '48')).toBe(change(m.districts_state(), m.audit_nothing(), quoted('Texas')));
  expect(entry('glossary_subject', 'life', 'earth')).toBe(
    change(m.catalogTerms_subject(), quoted(m.glossary_subject_life()), quoted(m.glossary_subject_earth())),
  );
  expect(entry('results', 'graded, submitted', 'released')).toBe(
    change(m.audit_results(), quoted(`${m.reports_state_graded()}, ${m.reports_state_submitted()}`), quoted(m.reports_state_released())),
  );
  expect(entry('off', null, 'help, of old')).toBe(
    change(m.permissions_switched_off(), m.audit_nothing(), quoted(`${moduleNames.help()}, of old`)),
  );
  expect(entry('unheard_of', '1', '2')).toBe(change('unheard_of', quoted('1'), quoted('2')));
});

it('says what belongs to a change before it', async () => {
  await loadAuditFields();
  const facts = [{ field: 'quiz', value: 'Forces' }];
  expect(detailText({ facts, changes: [], count: 3 } as unknown as AuditEntry)).toBe(
    [m.audit_fact({ field: m.reports_quiz(), value: m.audit_quoted({ text: 'Forces' }) }), m.audit_count({ count: '3' })].join('; '),
  );
});
