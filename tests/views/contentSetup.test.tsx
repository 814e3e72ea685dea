// @vitest-environment jsdom

import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Language, ResourceType } from '../../contract/content.ts';
import { contentSetup as calls } from '../../contract/contentSetup.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { productSetup } from '../../src/views/contentSetup/contentSetup.screen.ts';
import { kindLabel } from '../../src/views/library/words.ts';
import { addressOf } from '../../src/views/screen.ts';
import { route } from './kit/atRoute.tsx';
import { act, line, openContentSetup, openMenu, outline, product_id } from './kit/contentSetup.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { found, type Screen } from './kit/screen.tsx';

installNetwork();

const unit_id = idOf('course/unit');

const dialog = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(dialog().getByRole('textbox', { name: label }), { target: { value } });
const save = () => fireEvent.click(dialog().getByRole('button', { name: m.records_save() }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const params = () => new URLSearchParams(route.path.split('?')[1]);
const shows = (lines: readonly string[]) => waitFor(() => expect(outline()).toEqual(lines));

it('opens at the first product, with its items and their flags', async () => {
  await openContentSetup();
  expect(outline()).toEqual(['1 Course', '2 Unit']);
  expect(line('Course').getAttribute('aria-selected')).toBe('true');
  expect(params().get('place')).toBe(`product-${product_id}`);
  expect(
    cellsOf(m.contentSetup_title())
      .slice(1, 3)
      .map((cells) => cells.slice(0, 5)),
  ).toEqual([
    ['reading', kindLabel(ResourceType.reading), '', 'Sub-unit', m.records_yes()],
    ['video', kindLabel(ResourceType.video), '', 'Sub-unit', m.records_yes()],
  ]);
});

it('opens at the product of its address', async () => {
  const spanish = { product_id: 88, code: 'curso', name: 'Curso', description: '', language_id: Language.spanish, mapped_id: null };
  const address = addressOf(productSetup, product_id);
  await openContentSetup({
    ...{ address, path: `/authenticated/${productSetup.path}` },
    prepare: ({ network: { backend } }) =>
      backend.db
        .insertInto('product')
        .values({ ...spanish, grades: '[]', sort_order: 0 })
        .execute(),
  });
  expect(outline()).toEqual(['1 Curso', '1 Course', '2 Unit']);
  expect(params().get('place')).toBe(`product-${product_id}`);
});

it('adds a place inside another, chooses it, and says beside the field that a name is taken', async () => {
  await openContentSetup();
  await act('Course', m.contentSetup_new_unit());
  await screen.findByRole('dialog');
  type(m.admin_subjects_name(), 'unit');
  save();
  await dialog().findByText(m.refusal_valueTaken({ value: 'unit' }));
  type(m.admin_subjects_name(), 'Waves');
  type(m.contentSetup_text(), 'Sound and light');
  save();
  await closed();
  await shows(['1 Course', '2 Unit', '2 Waves']);
  await waitFor(() => expect(line('Waves').getAttribute('aria-selected')).toBe('true'));
  await screen.findByText(m.contentSetup_no_items());
});

it('adds a product with its grades and its language', async () => {
  const { network } = await openContentSetup();
  fireEvent.click(screen.getByRole('button', { name: m.contentSetup_new_product() }));
  await screen.findByRole('dialog');
  type(m.admin_subjects_name(), 'Física');
  type(m.contentSetup_grades(), '7; 8');
  fireEvent.change(dialog().getByRole('combobox', { name: m.contentSetup_language() }), { target: { value: String(Language.spanish) } });
  fireEvent.change(dialog().getByRole('combobox', { name: m.contentSetup_counterpart() }), { target: { value: String(product_id) } });
  save();
  await closed();
  expect(network.made(calls.saveProduct).at(-1)).toMatchObject({
    grades: ['7', '8'],
    language_id: Language.spanish,
    mapped_id: product_id,
  });
});

it('shows both versions of a place that somebody else has changed', async () => {
  const { network } = await openContentSetup();
  await act('Unit', m.records_edit());
  await screen.findByRole('dialog');
  type(m.admin_subjects_name(), 'Mine');
  await network.backend.db.updateTable('unit').set({ name: 'Theirs', version: 2 }).where('unit_id', '=', unit_id).execute();
  save();
  const cells = within(await dialog().findByRole('row', { name: new RegExp(`^${m.admin_subjects_name()}`) })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Mine', 'Theirs']);
  fireEvent.click(dialog().getByRole('button', { name: m.builder_conflict_keep_mine() }));
  await closed();
  await shows(['1 Course', '2 Mine']);
});

it('orders places from the menu and by dragging, among those of their parent only', async () => {
  const opened = await openContentSetup({ units: ['Waves', 'Light'] });
  await act('Waves', m.contentSetup_up());
  await shows(['1 Course', '2 Waves', '2 Unit', '2 Light']);
  expect(opened.notices().at(-1)?.text).toBe(m.records_moved({ name: 'Waves', place: '1' }));
  const dataTransfer = { types: ['application/x-orrery-tree'], setData: () => {}, getData: () => '' };
  const drop = (name: string, at: 'top' | 'bottom' | 'middle') => {
    const row = line(name);
    row.getBoundingClientRect = () => ({ top: 0, height: 40 }) as DOMRect;
    for (const make of [createEvent.dragOver, createEvent.drop]) {
      const event = make(row, { dataTransfer });
      Object.defineProperty(event, 'clientY', { value: { top: 2, middle: 20, bottom: 38 }[at] });
      fireEvent(row, event);
    }
  };
  fireEvent.dragStart(line('Light'), { dataTransfer });
  // Neither among products nor into a unit.
  drop('Course', 'bottom');
  expect(opened.network.made(calls.orderContent)).toHaveLength(1);
  drop('Waves', 'top');
  await shows(['1 Course', '2 Light', '2 Waves', '2 Unit']);
  fireEvent.dragStart(line('Light'), { dataTransfer });
  drop('Unit', 'bottom');
  await shows(['1 Course', '2 Waves', '2 Unit', '2 Light']);
});

it('deletes an empty place and puts it back; another one says why it stays', async () => {
  await openContentSetup({ units: ['Waves'] });
  openMenu('Unit');
  const remove = await screen.findByRole('menuitem', { name: new RegExp(m.records_remove()) });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(remove.textContent).toContain(m.contentSetup_not_empty());
  fireEvent.keyDown(remove, { key: 'Escape' });
  await act('Waves', m.records_remove());
  await shows(['1 Course', '2 Unit']);
  fireEvent.click(await screen.findByRole('button', { name: m.workspace_undo() }));
  await shows(['1 Course', '2 Unit', '2 Waves']);
});

it('changes the flags of an item and its counterpart, and the order of items', async () => {
  const { network } = await openContentSetup({
    prepare: async ({ network: { backend } }) => {
      const base = { code: 'curso', name: 'Curso', language_id: Language.spanish, sort_order: 9 };
      await backend.db
        .insertInto('product')
        .values({ ...base, product_id: 80, description: '', mapped_id: product_id, grades: '[]' })
        .execute();
      const unit = { unit_id: 81, product_id: 80, code: 'curso/u', name: 'Unidad', summary: '', mapped_id: unit_id, sort_order: 1 };
      await backend.db.insertInto('unit').values(unit).execute();
      await backend.db
        .insertInto('sub_unit')
        .values({ sub_unit_id: 82, unit_id: 81, code: 'curso/u/s', name: 'Sub', sort_order: 1 })
        .execute();
      const item = await backend.db.selectFrom('content_item').selectAll().where('title', '=', 'reading').executeTakeFirstOrThrow();
      const place = { item_id: 83, product_id: 80, unit_id: 81, sub_unit_id: 82, code: 'curso/u/s/l', language_id: Language.spanish };
      await backend.db
        .insertInto('content_item')
        .values({ ...item, ...place, title: 'lectura' })
        .execute();
    },
  });
  fireEvent.click(line('Unit'));
  await waitFor(() => expect(params().get('place')).toBe(`unit-${unit_id}`));
  await screen.findByRole('rowheader', { name: 'reading' });
  expect(screen.getByRole('button', { name: m.records_move_up({ name: 'reading' }) }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: m.records_move_down({ name: 'assessment' }) }).getAttribute('aria-disabled')).toBe('true');
  const edit = await screen.findByRole('button', { name: m.records_edit_name({ name: 'reading' }) });
  await waitFor(() => expect(edit.getAttribute('aria-disabled'), 'once the counterparts have loaded').toBeNull());
  fireEvent.click(edit);
  await screen.findByRole('option', { name: 'lectura' });
  fireEvent.click(dialog().getByRole('checkbox', { name: m.contentSetup_assignable() }));
  fireEvent.change(dialog().getByRole('combobox', { name: m.contentSetup_counterpart() }), { target: { value: '83' } });
  save();
  await closed();
  await waitFor(() => expect(cellsOf(m.contentSetup_title())[1]?.[4]).toBe(m.records_no()));
  expect(network.made(calls.saveItemFlags)).toMatchObject([{ version: 1, is_assignable: false, mapped_id: 83 }]);
  fireEvent.click(screen.getByRole('button', { name: m.records_move_down({ name: 'reading' }) }));
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['video', 'reading', 'quiz', 'assessment']),
  );
});

it('narrows the items to drafts, and says whose they are', async () => {
  await openContentSetup({
    prepare: async ({ network: { backend } }) => {
      const max = await backend.signIn('max');
      const item_id = idOf('course/unit/sub/video');
      const { version, item } = await max.ok(calls.itemSource, { item_id });
      await max.ok(calls.saveItem, { item_id, version, item: { ...item, title: 'reading', summary: 'New' } });
    },
  });
  fireEvent.change(screen.getByRole('combobox', { name: m.itemEditor_state() }), { target: { value: 'drafts' } });
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'reading' })).toBeNull());
  expect(params().get('only')).toBe('drafts');
  expect(screen.getByText(m.itemEditor_state_changed())).toBeTruthy();
  expect(cellsOf(m.contentSetup_title())[1]?.[2]).toContain('max Person');
});

it('says that the items in the other language could not be loaded', async () => {
  const mapped = ({ network }: Screen) => network.backend.db.updateTable('unit').set({ mapped_id: 72 }).where('unit_id', '=', 71).execute();
  const { network } = await openContentSetup({ units: ['Waves', 'Light'], prepare: mapped });
  network.hold(calls.setupItems);
  fireEvent.click(line('Waves'));
  // The list of the place, and that of its counterpart.
  await waitFor(() => expect(network.waiting(calls.setupItems)).toBe(2));
  for (let failed = 0; failed < 2; failed++) await network.fail(calls.setupItems, { code: 503 });
  await found(m.contentSetup_counterparts_failed());
});
