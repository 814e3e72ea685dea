import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import terms from '../../server/sample/glossary.json' with { type: 'json' };
import { m } from '../../src/paraglide/messages.js';
import { assignmentResourceDetails } from '../../src/views/assignmentReports/assignmentResourceDetails.screen.ts';
import { glossaryOwnTerms } from '../../src/views/glossary/ownTerms.screen.ts';
import { glossarySubject } from '../../src/views/glossary/subject.screen.ts';
import { addressIn } from '../../src/views/glossary/subjects.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { pageOf, signIn } from './gates.ts';
import { noConnection } from './withoutConnection.ts';

const es = { locale: 'es' } as const;
const own = { term: 'Slinky', definition: 'A long soft spring that shows how waves move.', fill_in: 'We watch waves in a ___.' };
const cell = terms.find(({ term }) => term === 'cell') as (typeof terms)[number];

it('a teacher adds a term and assigns a set; a student plays it, also after an outage and a reload; the teacher sees how far', async () => {
  const { token, userData } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
  const named = { user_puid: userData.userPuid };
  const { group_puid } = (await ask(calls.classesForLesson, named, token)).find(({ group_name }) => group_name === 'Science 6, Period 2')!;

  const teacher = await newPage();
  await teacher.setViewportSize({ width: 1366, height: 768 });
  await signIn(teacher, 'rivera');
  await teacher.goto(paths.glossary);
  await teacher.getByRole('link', { name: m.ownTerms_title() }).click();
  await teacher.getByText(m.ownTerms_none()).waitFor();
  await expectAccessible(teacher);
  await teacher.goto(`${addressOf(glossaryOwnTerms)}?class=${group_puid}`);
  await teacher.getByRole('button', { name: m.records_add(), exact: true }).click();
  const form = teacher.getByRole('dialog');
  await form.getByRole('textbox', { name: m.glossary_term(), exact: true }).fill(own.term);
  await form.getByRole('textbox', { name: m.ownTerms_definition(), exact: true }).fill(own.definition);
  await form.getByRole('textbox', { name: m.ownTerms_fill_in(), exact: true }).fill(own.fill_in);
  await expectAccessible(teacher);
  await form.getByRole('button', { name: m.records_save() }).press('Enter');
  await teacher
    .getByText(m.ownTerms_added({ term: own.term }))
    .first()
    .waitFor();
  await teacher.getByRole('rowheader', { name: own.term }).waitFor();

  await teacher.goto(paths.lessonForm('lesson'));
  await teacher.getByRole('textbox', { name: m.builder_name(), exact: true }).fill('Words of waves');
  const library = teacher.getByRole('region', { name: m.builder_library() });
  const choose = async (label: string, option: string) => {
    await library.getByRole('button', { name: new RegExp(label) }).click();
    await teacher.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(m.builder_library_course(), m.termSets_library());
  await choose(m.termSets_which(), m.ownTerms_subject());
  await library.getByRole('checkbox', { name: own.term }).check();
  await choose(m.termSets_which(), m.glossary_subject_life());
  await library.getByRole('checkbox', { name: 'cell', exact: true }).check();
  await library.getByText(m.termSets_chosen({ count: 2 })).waitFor();
  await expectAccessible(teacher);
  await library.getByRole('button', { name: m.termSets_add() }).click();
  await teacher
    .getByText(m.termSets_title({ count: 2 }))
    .first()
    .waitFor();
  const saving = teacher.waitForResponse(/create_lesson/);
  await teacher.getByRole('button', { name: m.builder_save(), exact: true }).click();
  const { data } = (await (await saving).json()) as { data: { lesson_id: number } };
  const { lesson_id } = data;
  const assignment_details = JSON.stringify({ from_date: '2020-01-01T00:00:00Z', to_date: null });
  const given = await ask(calls.assign, { lesson_id, group_puid, assignment_no: 1, assignment_details }, token);
  await teacher.goto(paths.preview(lesson_id));
  await teacher.getByText(m.termSets_preview()).waitFor();
  await expectAccessible(teacher);

  const student = await newPage({ viewport: 'phone', theme: 'dark', locale: 'es-MX', expected: noConnection });
  await signIn(student, 'maya');
  await student.goto(addressIn(glossarySubject, 'class'));
  await student.getByText(m.ownTerms_from_teacher({}, es)).waitFor();
  await expectAccessible(student);
  await student.goto(paths.lesson(lesson_id, given.assignment_id));
  const start = student.getByRole('button', { name: m.termSets_start({}, es), exact: true });
  await start.waitFor();
  await expectAccessible(student);
  await start.press('Enter');
  const answer = student.getByRole('textbox', { name: m.glossary_answer({}, es) });
  /** Types the term of the sentence on the screen. */
  const reply = async () => {
    await answer.waitFor();
    const isOwn = (await student.locator('main [class*=sentence]').textContent())?.includes('waves') ?? false;
    await answer.fill(isOwn ? own.term : cell.term_es);
    await answer.press('Enter');
  };
  await answer.waitFor();
  await student.context().setOffline(true);
  await reply();
  await student.getByText(m.glossary_check_failed({}, es)).waitFor();
  await student.context().setOffline(false);
  await answer.press('Enter');
  await student.locator('[data-focus=next]').waitFor();
  await student.getByText(m.termSets_progress({ right: 1, total: 2 }, es)).waitFor();
  await student.reload();
  await student.getByText(m.termSets_progress({ right: 1, total: 2 }, es)).waitFor();

  const percentOf = async () => {
    const { students } = await ask(calls.resourceDetails, { group_assignment_id: given.group_assignment_id, lesson_resource_id }, token);
    return students.filter(({ work }) => work !== null).map(({ work }) => work?.percentage_completed);
  };
  const { lesson_resources } = await ask(calls.getLesson, { lesson_id, isAssignment: false }, token);
  const lesson_resource_id = lesson_resources[0]?.id ?? 0;
  expect(await percentOf()).toEqual([50]);

  await student.getByRole('button', { name: m.termSets_go_on({}, es), exact: true }).press('Enter');
  await reply();
  await student.getByText(m.termSets_done({}, es)).waitFor();
  await expectAccessible(student);
  await expect.poll(percentOf).toEqual([100]);

  await teacher.goto(addressOf(assignmentResourceDetails, given.group_assignment_id, lesson_resource_id));
  await teacher
    .getByText(m.termSets_right({ count: 2 }))
    .first()
    .waitFor();
  await expectAccessible(teacher);

  // Nobody else sees the term of the class.
  const other = await pageOf('lindqvist');
  await other.goto(`${paths.glossary}?find=${own.term}`);
  await other.getByText(m.glossary_none({ words: own.term })).waitFor();
});
