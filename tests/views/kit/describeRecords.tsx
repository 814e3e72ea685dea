import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Field, RecordRow, Resource } from '../../../contract/resource.ts';
import { m } from '../../../src/paraglide/messages.js';
import type { RecordDeclaration, RecordField } from '../../../src/views/records/declaration.ts';
import type { RecordScreen } from '../../../src/views/records/recordScreen.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute, route } from './atRoute.tsx';
import { cellsOf, savedBook, savedCsv } from './files.ts';
import { openScreen, shown } from './screen.tsx';

/** Expectations for a declared list, written by hand, independent of the declaration. */
export interface RecordExpectation {
  /** The editor: a person of the fixture, by name. */
  as: string;
  /** Adds the records to the fixture. */
  prepare: (backend: TestServer) => Promise<unknown>;
  heading: string;
  /** The text of the list when it opens, header first. */
  table: readonly (readonly string[])[];
  /** Names in order when sorted by each field, ascending and descending. */
  sorted: Readonly<Record<string, readonly [readonly string[], readonly string[]]>>;
  /** A search term, and the names it finds. */
  searched: readonly [string, readonly string[]];
  /** For each filter, the names of the records with yes. */
  narrowed: Readonly<Record<string, readonly string[]>>;
  /** A name used by another record, and an unused one. */
  names: { taken: string; free: string };
}

/**
 * Tests everything that a list with a form declares against the reference backend: every column on the screen, sorted, searched and
 * filtered by the server, and in files; every form field when invalid, taken and saved; who may edit.
 */
export function describeRecords<R extends Resource>(Page: RecordScreen<RecordDeclaration<R>>, expected: RecordExpectation): void {
  const { declaration } = Page;
  const { resource } = declaration;
  const fields = declaration.fields as Readonly<Record<string, RecordField>>;
  const named = Object.entries<Field>(resource.fields);
  const title = resource.title;
  const caption = declaration.title();
  const open = async (as = expected.as) => {
    const opened = await openScreen();
    await expected.prepare(opened.network.backend);
    await opened.signIn(as);
    const address = addressOf(declaration);
    render(
      <AtRoute app={opened.app} address={address} path={address}>
        <Page />
      </AtRoute>,
    );
    await screen.findByRole('table', { name: caption });
    return opened;
  };
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  const lists = (wanted: readonly string[]) => waitFor(() => expect(names()).toEqual(wanted));
  const labelOf = (field: string) => fields[field]?.label() ?? '';
  const params = () => new URLSearchParams(route.path.split('?')[1]);
  const form = () => within(screen.getByRole('dialog'));
  const type = (text: string) => fireEvent.change(form().getByRole('textbox', { name: labelOf(title) }), { target: { value: text } });
  const save = () => fireEvent.click(form().getByRole('button', { name: m.records_save() }));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  describe(declaration.path, () => {
    it('shows its heading and every column, and saves all rows in files', async () => {
      await open();
      await screen.findByRole('heading', { level: 1, name: expected.heading });
      const cells = cellsOf(caption).map((row) => row.slice(0, named.length));
      expect(cells).toEqual(expected.table);
      expect(await savedCsv()).toEqual(expected.table);
      expect(await savedBook()).toEqual(expected.table.slice(1));
    });

    it.each(named.map(([field]) => field))('is sorted by %s both ways, by the server', async (field) => {
      await open();
      const header = () => within(screen.getByRole('columnheader', { name: labelOf(field) })).getByRole('button');
      const [up, down] = expected.sorted[field] ?? [[], []];
      for (const wanted of [up, down]) {
        fireEvent.click(header());
        await lists(wanted);
      }
      expect(params().get('sort')).toBe(`-${field}`);
    });

    it('is searched by the server, when Enter is pressed', async () => {
      await open();
      const [text, found] = expected.searched;
      const search = screen.getByRole('searchbox');
      fireEvent.change(search, { target: { value: text } });
      expect(names()).toHaveLength(expected.table.length - 1);
      shown(m.ui_table_search_enter());
      fireEvent.keyDown(search, { key: 'Enter' });
      await lists(found);
      expect(screen.queryByText(m.ui_table_search_enter())).toBeNull();
      expect(params().get('filter')).toBe(text);
    });

    it.each(resource.filters)('is narrowed by %s', async (field) => {
      await open();
      const select = screen.getByRole('combobox', { name: labelOf(field) });
      fireEvent.change(select, { target: { value: 'true' } });
      await lists(expected.narrowed[field] ?? []);
      expect(params().get(field)).toBe('true');
    });

    it('says beside the field what is missing, too long or taken, and then saves a new one', async () => {
      await open();
      const { taken, free } = expected.names;
      const { rule } = resource.fields[title] as Field;
      const most = rule.kind === 'text' ? rule.most : 0;
      press(m.records_add());
      save();
      await form().findByText(m.records_missing());
      type('x'.repeat(most + 1));
      save();
      await form().findByText(m.records_too_long({ count: most }));
      type(taken);
      save();
      await form().findByText(`“${taken}” is taken. Choose another.`);
      type(free);
      save();
      await waitFor(() => expect(names()).toContain(free));
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('saves each field of one that is there', async () => {
      const { network } = await open();
      const [first = ''] = names().map(String);
      press(m.records_edit_name({ name: first }));
      const written: RecordRow = { version: 2, [title]: expected.names.free };
      type(expected.names.free);
      for (const [field, { rule }] of named) {
        if (rule.kind !== 'truth') continue;
        const box = form().getByRole<HTMLInputElement>('checkbox', { name: labelOf(field) });
        written[field] = !box.checked;
        fireEvent.click(box);
      }
      save();
      await waitFor(() => expect(names()).toContain(expected.names.free));
      expect(network.made(resource.calls.update).at(-1)).toMatchObject({ ...written, version: 1 });
    });
  });
}
