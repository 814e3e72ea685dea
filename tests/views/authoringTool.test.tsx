// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { AuthoredItem } from '../../contract/authoredItem.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { m } from '../../src/paraglide/messages.js';
import AuthoringToolPage from '../../src/views/contentSetup/AuthoringToolPage.tsx';
import { authoringTool } from '../../src/views/contentSetup/authoringTool.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { catalogue, item_id } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { pauseWriting } from './kit/pauseWriting.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

type Backend = Awaited<ReturnType<typeof openScreen>>['network']['backend'];
const place = { place_kind: 'sub_unit', place_id: idOf('course/unit/sub') } as const;

/** The form of an item that `prepare` names, after it has done something as the same administrator. */
async function openForm(prepare: (backend: Backend) => Promise<number> = async () => item_id) {
  const clock = new SimulatedClock();
  const opened = await openScreen({ clock });
  const id = await prepare(opened.network.backend);
  await opened.signIn('max');
  render(
    <AtRoute app={opened.app} address={addressOf(authoringTool, id)} path={`/authenticated/${authoringTool.path}`}>
      <AuthoringToolPage />
    </AtRoute>,
  );
  await field(m.itemEditor_title());
  return { ...opened, clock, id };
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const newOne = (item_kind: 'slides' | 'leveled_reader' | 'data_lab' | 'interactive' | 'link') => async (backend: Backend) => {
  const max = await backend.signIn('max');
  return (await max.ok(calls.createItem, { ...place, creation_key: 'one', item_kind, title: 'Thunder' })).item_id;
};
/** Waits until the server has the draft so, once the pause after the last change is over. */
const saved = async ({ network, clock, id }: Awaited<ReturnType<typeof openForm>>, isIt: (item: AuthoredItem) => boolean) => {
  const max = await network.backend.signIn('max');
  pauseWriting(clock);
  await waitFor(async () => expect(isIt((await max.ok(calls.itemSource, { item_id: id })).item)).toBe(true));
};

it('saves what is written as a draft, and says what is missing before it is published', async () => {
  const opened = await openForm();
  shown(m.itemEditor_state_published());
  await type(m.itemEditor_title(), '');
  press(m.itemEditor_publish());
  await screen.findAllByText(m.authoring_incomplete({ count: 1 }));
  expect(screen.getAllByText(m.itemEditor_problem_title())).toHaveLength(2);
  await type(m.itemEditor_title(), 'Heat');
  await type(m.itemEditor_grades(), '6, 7');
  await type(m.itemEditor_standards(), 'MS-NO-1');
  await saved(opened, ({ title, grades }) => title === 'Heat' && grades.length === 2);
  press(m.itemEditor_publish());
  expect((await screen.findAllByText(m.itemEditor_problem_standard({ name: 'MS-NO-1' }))).length).toBeGreaterThan(0);
  await type(m.itemEditor_standards(), '');
  press(m.itemEditor_publish());
  await screen.findByText(m.itemEditor_published_text());
});

it('adds and removes sources', async () => {
  const opened = await openForm();
  press(m.itemEditor_source_add());
  await type(m.itemEditor_source({ number: 1 }), 'NASA');
  await type(m.itemEditor_source_note({ number: 1 }), 'The distance');
  await saved(opened, ({ sources }) => sources[0]?.name === 'NASA' && sources[0].note === 'The distance');
  press(m.itemEditor_source_remove({ number: 1 }));
  await saved(opened, ({ sources }) => sources.length === 0);
});

it('has the level of a reader, and pages that are added, moved and removed', async () => {
  const opened = await openForm(newOne('leveled_reader'));
  shown(m.itemEditor_state_draft());
  await type(m.itemEditor_remark(), 'Nivel 1');
  fireEvent.change(screen.getByLabelText(m.itemEditor_lexile()), { target: { value: '620' } });
  press(m.itemEditor_page_add());
  await screen.findByText(m.itemEditor_page({ number: 2 }));
  press(m.itemEditor_page_up({ number: 2 }));
  press(m.itemEditor_publish());
  expect((await screen.findAllByText(m.itemEditor_problem_level())).length).toBeGreaterThan(0);
  press(m.itemEditor_page_remove({ number: 2 }));
  expect(screen.queryByText(m.itemEditor_page({ number: 2 }))).toBeNull();
  fireEvent.change(screen.getByLabelText(m.itemEditor_lexile()), { target: { value: '0' } });
  await saved(opened, ({ body }) => body.kind === 'pages' && body.lexile === null && body.spanish_remark === 'Nivel 1');
  shown(m.itemEditor_questions_text({ count: 0 }));
});

it('reads the columns of a data lab from its data', async () => {
  const opened = await openForm(newOne('data_lab'));
  await type(m.itemEditor_csv(), 't\tT\n0\t20\n1\t30');
  await type(m.itemEditor_column_unit({ column: 'T' }), '°C');
  await type(m.itemEditor_column_label({ column: 't' }), 'Time');
  fireEvent.click(screen.getByRole('radio', { name: m.itemEditor_plot_scatter() }));
  await type(m.itemEditor_csv(), 't\tT\n0\t20\n1\t30\n2\t40');
  await saved(
    opened,
    ({ body }) =>
      body.kind === 'data' &&
      JSON.stringify(body.plot) === JSON.stringify({ x: 't', y: 'T', type: 'scatter' }) &&
      JSON.stringify(body.columns) ===
        JSON.stringify([
          { name: 't', label: 'Time', unit: '' },
          { name: 'T', label: 'T', unit: '°C' },
        ]),
  );
});

it('takes the settings of a model from its own controls, and gives another model its own', async () => {
  const opened = await openForm(newOne('interactive'));
  const angle = (await screen.findAllByRole('slider'))[0] as HTMLInputElement;
  fireEvent.change(angle, { target: { value: '1.5' } });
  await saved(opened, ({ body }) => body.kind === 'interactive' && Object.values(body.parameters).includes(1.5));
  press(m.authoring_undo());
  await saved(opened, ({ body }) => body.kind === 'interactive' && Object.keys(body.parameters).length === 0);
});

it('says that an address is not complete', async () => {
  await openForm(newOne('link'));
  await type(m.itemEditor_url(), 'nasa.gov');
  press(m.itemEditor_publish());
  expect((await screen.findAllByText(m.itemEditor_problem_address())).length).toBe(2);
});

it('offers the course’s version after an import, takes it into the draft, and brings back the own one', async () => {
  await openForm(async (backend) => {
    const max = await backend.signIn('max');
    const { item, version } = await max.ok(calls.itemSource, { item_id });
    await max.ok(calls.saveItem, { item_id, version, item: { ...item, title: 'Ours' } });
    await max.ok(calls.publishItem, { item_id, version: version + 1 });
    const copy = structuredClone(catalogue);
    for (const one of copy.products[0]?.units[0]?.items ?? []) if (idOf(one.code) === item_id) one.summary = 'Theirs';
    await importContent(backend.db, copy);
    return item_id;
  });
  shown(m.itemEditor_course_new());
  press(m.itemEditor_take_course());
  expect((await field(m.itemEditor_summary())).value).toBe('Theirs');
  press(m.authoring_undo());
  expect((await field(m.itemEditor_title())).value).toBe('Ours');
});

it('lets the later of two editors choose', async () => {
  const { network, clock } = await openForm();
  const pam = await network.backend.signIn('pam');
  const { item, version } = await pam.ok(calls.itemSource, { item_id });
  await pam.ok(calls.saveItem, { item_id, version, item: { ...item, title: 'Theirs', minutes: 20 } });
  await type(m.itemEditor_title(), 'Mine');
  pauseWriting(clock);
  const dialog = within(await screen.findByRole('alertdialog', { name: m.itemEditor_conflict_title() }));
  dialog.getByText(m.itemEditor_conflict_other({ title: 'Theirs' }));
  dialog.getByText(m.itemEditor_minutes());
  fireEvent.click(dialog.getByRole('button', { name: m.authoring_conflict_theirs() }));
  expect((await field(m.itemEditor_title())).value).toBe('Theirs');
});

it('is not found without an item', async () => {
  const opened = await openScreen();
  await opened.signIn('max');
  render(
    <AtRoute app={opened.app} address="/authenticated/admin/authoringTool/x" path={`/authenticated/${authoringTool.path}`}>
      <AuthoringToolPage />
    </AtRoute>,
  );
  expect(screen.queryByRole('textbox', { name: m.itemEditor_title() })).toBeNull();
});

it('says how hard a text is to read, and warns of one that is too hard for its grades', async () => {
  const hard = 'Electromagnetic radiation continuously transfers considerable quantities of energy throughout interplanetary environments.';
  await openForm(async (backend) => {
    const max = await backend.signIn('max');
    const { version, item } = await max.ok(calls.itemSource, { item_id });
    const html = `<h3>Light</h3><p>${Array.from({ length: 10 }, () => hard).join(' ')}</p>`;
    await max.ok(calls.saveItem, { item_id, version, item: { ...item, grades: ['6'], body: { kind: 'html', html } } });
    return item_id;
  });
  const level = m.itemEditor_level_college();
  await screen.findByText(m.itemEditor_level({ level, formula: 'Flesch–Kincaid' }));
  shown(m.itemEditor_level_hard({ level }));
  await type(m.itemEditor_grades(), '12');
  await waitFor(() => expect(screen.queryByText(m.itemEditor_level_hard({ level }))).toBeNull());
});
