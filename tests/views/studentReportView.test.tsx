// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { studentReports } from '../../contract/studentReports.ts';
import { m } from '../../src/paraglide/messages.js';
import { dateLocales } from '../../src/ui/dateLocale.ts';
import { percent } from '../../src/ui/numbers.ts';
import { addressOf } from '../../src/views/screen.ts';
import StudentReportViewPage from '../../src/views/studentReports/StudentReportViewPage.tsx';
import { studentReportView } from '../../src/views/studentReports/studentReportView.screen.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

const es = { locale: 'es' } as const;

/** Opens the letter about a student, as one of the staff. `standards`: of the first questions of the quiz. */
async function open({ as = 'tess', of = ids.ana as number, search = '', standards = [] as readonly string[] } = {}) {
  const opened = await openScreen();
  const { backend } = opened.network;
  await makeOddClass(backend);
  const questions = await backend.db
    .selectFrom('question')
    .select('question_id')
    .where('quiz_id', '=', quiz_id)
    .orderBy('sort_order')
    .execute();
  for (const [at, code] of standards.entries())
    await backend.db
      .updateTable('question')
      .set({ standards: JSON.stringify([code]) })
      .where('question_id', '=', questions[at]?.question_id ?? 0)
      .execute();
  await opened.signIn(as);
  render(
    <AtRoute
      app={opened.app}
      address={addressOf(studentReportView, ids.class, of) + search}
      path={`/authenticated/${studentReportView.path}`}
    >
      <StudentReportViewPage />
    </AtRoute>,
  );
  return opened;
}
const letter = () => screen.findByRole('article');
/** The text of the items under a heading. */
const under = async (heading: string) => {
  const part = within(await letter()).getByRole('region', { name: heading });
  return [...part.querySelectorAll('li')].map(({ textContent }) => textContent);
};
const counts = async () => [...(await letter()).querySelectorAll('section dl > div')].map(({ textContent }) => textContent);

describe('the report for a family', () => {
  it('says in plain words what was done, when, and what came out', async () => {
    await open({ standards: ['MS-A', 'MS-A', 'MS-A'] });
    const { textContent } = await letter();
    expect(textContent).toContain(m.studentReports_family_completed({ name: 'ana Person', completed: 3, count: 4 }));
    expect(await counts()).toEqual([`${m.classReports_on_time()}3`, 'Late0', 'Missing0', `${m.classReports_open()}1`]);
    expect(await under(m.studentReports_family_done())).toEqual([
      m.studentReports_family_due_line({ lesson: 'In order', day: 'Jan 20, 2030' }),
    ]);
    expect(await under(m.studentReports_family_results())).toEqual([
      `quiz In order, Dec 31, 2029 ${m.studentReports_family_result({ score: '13', max: '13', share: '100%' })}`,
    ]);
    expect(await under(m.studentReports_family_well())).toEqual([
      `MS-A ${m.studentReports_family_standard({ share: '100%', count: 3, code: 'MS-A' })}`,
    ]);
    expect(screen.queryByRole('region', { name: m.studentReports_family_practice() })).toBeNull();
    expect(textContent).toContain('tess Person');
    expect(textContent).toContain(m.studentReports_family_from_to({ from: 'Oct 17, 2029', to: 'Jan 15, 2030' }));
  });

  it('has nothing that is not released, and no other student', async () => {
    await open({ of: ids.ben, standards: ['MS-A', 'MS-A', 'MS-A'] });
    const { textContent } = await letter();
    expect(textContent).toContain(m.studentReports_family_no_results());
    expect(textContent).not.toMatch(/\d+ of 13|MS-A|\b(ana|gus|eva)\b/);
    expect(await counts()).toContain('Late1');
  });

  it('is in the language that was chosen, and the page around it is not', async () => {
    // On an English page, nothing else has loaded the names of months.
    delete dateLocales.es;
    await open();
    expect((await letter()).lang).toBe('en');
    fireEvent.click(screen.getByRole('radio', { name: 'Español' }));
    await waitFor(async () => expect((await letter()).lang).toBe('es'));
    expect(new URLSearchParams(route.path.split('?')[1]).get('language')).toBe('es');
    const { textContent } = await letter();
    expect(textContent).toContain(m.studentReports_family_title({ name: 'ana Person' }, es));
    expect(textContent).toContain(m.studentReports_family_completed({ name: 'ana Person', completed: 3, count: 4 }, es));
    expect(await under(m.studentReports_family_results({}, es))).toEqual([
      `quiz In order, 31 dic 2029 ${m.studentReports_family_result({ score: '13', max: '13', share: percent(1, 'es') }, es)}`,
    ]);
    shown(m.library_print());
    cleanup();
    await open({ search: '?language=es' });
    expect((await letter()).lang).toBe('es');
    cleanup();
    await open({ search: '?language=fr' });
    expect((await letter()).lang).toBe('en');
  });

  it('names what is missing, and counts what has no room', async () => {
    const { network } = await open({ of: odd.long });
    await letter();
    expect(await under(m.studentReports_family_done())).toContain(
      m.studentReports_family_due_line({ lesson: 'In order', day: 'Jan 5, 2030' }),
    );
    const { db } = network.backend;
    const assignment = await db.selectFrom('assignment').selectAll().where('assignment_id', '=', odd.empty).executeTakeFirstOrThrow();
    const given = await db.selectFrom('group_assignment').selectAll().where('assignment_id', '=', odd.empty).executeTakeFirstOrThrow();
    const more = [1, 2, 3, 4, 5].map((at) => ({ assignment_id: 9100 + at, assignment_no: 9100 + at }));
    await db
      .insertInto('assignment')
      .values(more.map((one) => ({ ...assignment, ...one })))
      .execute();
    await db
      .insertInto('group_assignment')
      .values(more.map(({ assignment_id }) => ({ ...given, assignment_id, group_assignment_id: assignment_id })))
      .execute();
    fireEvent.change(screen.getByLabelText(m.reports_period_from()), { target: { value: '2029-10-01' } });
    await waitFor(async () =>
      expect(
        (await under(m.studentReports_family_done())).filter((text) => text === m.studentReports_family_more({ count: 2 })),
      ).toHaveLength(1),
    );
  });

  it('asks for another period, and not for one that ends before it begins', async () => {
    const { network } = await open();
    await letter();
    fireEvent.change(screen.getByLabelText(m.reports_period_to()), { target: { value: '2029-01-01' } });
    shown(m.teacher_period_inverted());
    expect(screen.queryByRole('article')).toBeNull();
    fireEvent.change(screen.getByLabelText(m.reports_period_to()), { target: { value: '2030-01-10' } });
    await letter();
    expect(network.made(studentReports.familyReport).at(-1)).toMatchObject({ from_date: '2029-10-17', to_date: '2030-01-10' });
  });

  it.each([
    ['a teacher of another class', { as: 'tom' }],
    ['anybody for a student who left the class', { of: odd.left }],
    ['an administrator of another district', { as: 'dora' }],
  ])('is refused to %s', async (_, who) => {
    await open(who);
    await waitFor(() => shown(m.common_load_failed()));
    expect(screen.queryByRole('article')).toBeNull();
  });
});
