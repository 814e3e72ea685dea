// @vitest-environment jsdom
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExternalResource } from '../../contract/library.ts';
import type { WorkspaceMeta } from '../../contract/workspace.ts';
import { emptyDraft } from '../../src/machines/lessonBuilder/draft.ts';
import { Card } from '../../src/ui/Card.tsx';
import { Html } from '../../src/ui/Html.tsx';
import { ExternalRow } from '../../src/views/library/ExternalRow.tsx';
import { ConflictDialog } from '../../src/views/workspace/BuilderDialogs.tsx';
import { FolderTree } from '../../src/views/workspace/FolderTree.tsx';
import { naughty } from '../kit/naughty.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
  await opened.signIn('tess');
});

const show = (children: ReactNode) => render(<Around app={opened.app}>{children}</Around>).baseElement;
const textsOf = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** What runs, loads or asks; none of the components that are shown here has any of it. */
const active = 'script, style, iframe, object, embed, base, meta, form, template, plaintext, textarea, title, img, math, body body';
/** Attributes that run something, wherever they stand. */
const running = (root: Element) =>
  [...root.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes]
      .filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data):/i.test(value))
      .map(({ name }) => name),
  );
const expectPlain = (root: Element) => {
  expect([...root.querySelectorAll(active)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  expect(running(root)).toEqual([]);
};

describe('what people type is text on the screen', () => {
  it('in the names of folders', () => {
    const folder = (folder_name: string, index: number) => ({
      unit_id: index + 1,
      folder_name,
      is_custom: 'yes' as const,
      lesson_count: 0,
      sub_folders: [],
    });
    const meta: WorkspaceMeta = {
      products: [{ product_id: 7, product_name: 'Course', lesson_count: 0, folders: naughty.map(folder) }],
      shared_by: [],
      total: 0,
    };
    const root = show(<FolderTree meta={meta} current={null} expanded={new Set(['7'])} onExpandedChange={() => {}} onOpen={() => {}} />);
    expect(textsOf(root, '[role=row] [class*=label]')).toEqual(['Course', ...naughty]);
    expectPlain(root);
  });
  it('on cards of lessons', () => {
    const root = show(
      naughty.map((text, index) => (
        <Card key={text} title={<span data-title>{text}</span>} eyebrow={text} href={`/lesson/${index}`}>
          {text}
        </Card>
      )),
    );
    expect(textsOf(root, '[data-title]')).toEqual(naughty);
    expectPlain(root);
  });
  it('in resources from elsewhere', () => {
    const resource = (title: string, resource_id: number): ExternalResource => ({
      resource_id,
      title: `“${title}”`,
      description: `(${title})`,
      url: resource_id % 2 ? 'https://moon.example/' : null,
      attachment: null,
      updated_at: '2030-01-15T15:00:00.000Z',
    });
    const root = show(
      <ul>
        {naughty.map((text, index) => (
          <ExternalRow key={text} resource={resource(text, index)} />
        ))}
      </ul>,
    );
    const rows = textsOf(root, 'li');
    expect(rows).toHaveLength(naughty.length);
    for (const [index, text] of naughty.entries()) {
      expect(rows[index]).toContain(`“${text}”`);
      expect(rows[index]).toContain(`(${text})`);
    }
    expectPlain(root);
  });
  it('where two versions of a lesson stand beside each other', () => {
    const text = naughty.join(' ¦ ');
    const draft = { ...emptyDraft, name: text, objective: text };
    const root = show(
      <ConflictDialog
        mine={draft}
        theirs={{ ...draft, name: 'Rocks' }}
        isCopying={false}
        problem={null}
        onMine={() => {}}
        onTheirs={() => {}}
        onBoth={() => {}}
      />,
    );
    expect(textsOf(root, 'dd').filter((one) => one === text)).toHaveLength(3);
    expectPlain(root);
  });
  it('or, as rich text, what is allowed of it', () => {
    const root = show(naughty.map((text) => <Html key={text} html={`<p>before ${text} after</p>`} />));
    const shown = textsOf(root, '[class*=html]');
    expect(shown).toHaveLength(naughty.length);
    // What holds no sign of markup is there to the letter.
    for (const [index, text] of naughty.entries()) {
      if (![...'<&\u0000\r'].some((sign) => text.includes(sign))) expect(shown[index]).toBe(`before ${text} after`);
    }
    expect(root.querySelectorAll('script, style, iframe, object, embed, base, meta, form, input, textarea, template, x-moon')).toHaveLength(
      0,
    );
    expect(running(root)).toEqual([]);
    expect(root.querySelectorAll('[style]')).toHaveLength(0);
  });
});
