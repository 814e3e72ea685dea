// @vitest-environment jsdom
import { Editor, getSchema } from '@tiptap/react';
import { afterEach, describe, expect, it } from 'vitest';
import { richTextTags } from '../../common/richText.ts';
import { cleanRichText } from '../../server/content/richText.ts';
import { documentOf, extensions, htmlOf, sliceOfHtml, sliceOfText, turnInto } from '../../src/views/workspace/richTextSchema.ts';
import { textSteps } from '../../src/views/workspace/textSteps.ts';
import { clipboards } from './kit/clipboards.ts';

const schema = getSchema(extensions);
const open: Editor[] = [];
function editorOf(html = '') {
  const editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions,
    content: documentOf(schema, html).toJSON(),
    injectCSS: false,
  });
  open.push(editor);
  return editor;
}
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

const paste = (editor: Editor, slice: ReturnType<typeof sliceOfHtml>) => editor.view.dispatch(editor.state.tr.replaceSelection(slice));
const shown = (editor: Editor) => htmlOf(editor.getHTML());

describe('what is pasted', () => {
  it.each(clipboards)('from $from', ({ html, kept }) => {
    const editor = editorOf();
    paste(editor, sliceOfHtml(editor.schema, html));
    expect(shown(editor)).toBe(kept);
  });
  it.each(clipboards)('is what the server keeps, and what is read again: $from', ({ kept }) => {
    expect(cleanRichText(kept)).toBe(kept);
    expect(htmlOf(editorOf(kept).getHTML())).toBe(kept);
  });
  it.each([
    ['one\ntwo\r\nthree', '<p>one</p><p>two</p><p>three</p>'],
    ['one\n\n\ntwo\n', '<p>one</p><p>two</p>'],
    ['the style="x" of it', '<p>the style="x" of it</p>'],
    ['  1 < 2 <b>not bold</b>', '<p>  1 &lt; 2 &lt;b&gt;not bold&lt;/b&gt;</p>'],
  ])('as plain text: %j', (text, kept) => {
    const editor = editorOf();
    paste(editor, sliceOfText(editor.schema, text, []));
    expect(shown(editor)).toBe(kept);
  });
  it('keeps words that look like markup', () => {
    const editor = editorOf();
    paste(editor, sliceOfHtml(editor.schema, '<p>the attribute style="x", class="y"style = "font-weight:bold"</p>'));
    expect(shown(editor)).toBe('<p>the attribute style="x", class="y"style = "font-weight:bold"</p>');
  });
  it('as plain text takes the format at the caret, and goes on in the line', () => {
    const editor = editorOf('<p><strong>Read</strong></p>');
    editor.commands.focus('end');
    paste(editor, sliceOfText(editor.schema, ' twice', editor.state.selection.$from.marks()));
    expect(shown(editor)).toBe('<p><strong>Read twice</strong></p>');
  });
  it('into an item of a list stays in the list', () => {
    const editor = editorOf('<ul><li><p>first</p></li></ul>');
    editor.commands.setTextSelection(8);
    paste(editor, sliceOfHtml(editor.schema, '<ul><li>more</li><li>items</li></ul>'));
    expect(shown(editor)).toBe('<ul><li><p>firstmore</p></li><li><p>items</p></li></ul>');
  });
});

it('the editor writes no element that the server takes away', () => {
  const written = new Set<string>();
  const tagsOf = (spec: unknown): void => {
    if (!Array.isArray(spec)) return;
    if (typeof spec[0] === 'string') written.add(spec[0]);
    for (const part of spec) tagsOf(part);
  };
  for (const node of Object.values(schema.nodes)) if (node.spec.toDOM && !node.isText) tagsOf(node.spec.toDOM(node.create()));
  for (const mark of Object.values(schema.marks)) tagsOf(mark.spec.toDOM?.(mark.create({ href: 'https://nasa.gov/' }), true));
  expect([...written].filter((tag) => !richTextTags.includes(tag))).toEqual([]);
});

describe('the steps of Undo', () => {
  /** Types and pastes like a user, after the given seconds. Returns the text after each undo step. */
  function stepsOf(act: (editor: Editor, type: (text: string, seconds?: number) => void) => void) {
    const editor = editorOf();
    let time = 0;
    const steps = textSteps(() => time);
    const after: string[] = [];
    editor.on('update', ({ transaction }) => {
      after[steps.stepOf(transaction, transaction.getMeta('whole') === true) - 1] = shown(editor);
    });
    act(editor, (text, seconds = 0) => {
      time += 1_000 * seconds;
      for (const letter of text) {
        time += 100;
        editor.view.dispatch(editor.state.tr.insertText(letter));
      }
    });
    return after;
  }
  const words = (steps: readonly string[]) => steps.map((html) => html.replace(/<\/?p>/g, ''));

  it('are words', () => expect(words(stepsOf((_, type) => type('Heat the water.')))).toEqual(['Heat ', 'Heat the ', 'Heat the water.']));
  it('are what was typed between two rests', () =>
    expect(
      words(
        stepsOf((_, type) => {
          type('He');
          type('at', 2);
        }),
      ),
    ).toEqual(['He', 'Heat']));
  it('are each paste, and the typing after it', () =>
    expect(
      words(
        stepsOf((editor, type) => {
          type('a');
          editor.view.dispatch(editor.state.tr.replaceSelection(sliceOfText(editor.schema, 'b', [])).setMeta('whole', true));
          editor.view.dispatch(editor.state.tr.replaceSelection(sliceOfText(editor.schema, 'c', [])).setMeta('whole', true));
          type('d');
        }),
      ),
    ).toEqual(['a', 'ab', 'abc', 'abcd']));
  it('are each format and each new paragraph', () =>
    expect(
      stepsOf((editor, type) => {
        type('a');
        editor.chain().selectAll().toggleBold().run();
        editor.commands.toggleBulletList();
        editor.commands.setTextSelection(4);
        editor.commands.splitListItem('listItem');
      }),
    ).toEqual([
      '<p>a</p>',
      '<p><strong>a</strong></p>',
      '<ul><li><p><strong>a</strong></p></li></ul>',
      '<ul><li><p><strong>a</strong></p></li><li><p></p></li></ul>',
    ]));
  it('are deleting with one key after the other, and typing elsewhere', () =>
    expect(
      words(
        stepsOf((editor, type) => {
          type('abcd');
          const back = () => {
            const { head } = editor.state.selection;
            editor.view.dispatch(editor.state.tr.delete(head - 1, head));
          };
          back();
          back();
          type('x');
          editor.commands.setTextSelection(1);
          type('y');
        }),
      ),
    ).toEqual(['abcd', 'ab', 'abx', 'yabx']));
});

it.each([
  ['<p>a</p>', '<p>ab</p>'],
  ['<p>aaa</p>', '<p>aa</p>'],
  ['<p>a</p>', ''],
  ['<p>Heat the</p>', '<p>Heat </p>'],
  ['', '<h3>x</h3><ul><li><p>y</p></li></ul>'],
  ['<p>one</p><p>two</p>', '<ul><li><p>one</p></li></ul><p>two</p>'],
  ['<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['<p>same</p>', '<p>same</p>'],
])('a text turns into another: %s → %s', (before, after) => {
  const editor = editorOf(before);
  editor.view.dispatch(turnInto(editor.state.tr, documentOf(editor.schema, after)));
  expect(shown(editor)).toBe(after);
});
