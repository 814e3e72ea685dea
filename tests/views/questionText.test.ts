// @vitest-environment jsdom
import { addColumnAfter, addRowAfter, deleteRow } from '@tiptap/pm/tables';
import { Editor, getSchema } from '@tiptap/react';
import { afterEach, describe, expect, it } from 'vitest';
import { picturesIn } from '../../common/authoring/richQuestion.ts';
import { cleanQuestionText } from '../../server/content/richText.ts';
import { formulaElement, newTable, questionElements } from '../../src/views/authoring/questionSchema.ts';
import { documentOf, sliceOfHtml } from '../../src/views/workspace/richTextSchema.ts';

const elements = questionElements(null);
const open: Editor[] = [];
function editorOf(html: string) {
  const content = documentOf(getSchema(elements), html).toJSON();
  const editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: elements,
    content,
    injectCSS: false,
  });
  open.push(editor);
  return editor;
}
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

const name = '0'.repeat(32);
const clean = (html: string) => cleanQuestionText(html, () => true);

describe('the text of a question in its editor', () => {
  it.each([
    ['a picture', `<p>See <img src="picture/${name}" alt="A cell"> here</p>`],
    ['a formula', '<p>So <math alttext="v = sqrt(2 g h)"></math> is</p>'],
    ['a table', '<table><tbody><tr><th><p>T</p></th></tr><tr><td><p>1</p></td></tr></tbody></table>'],
  ])('is what the server keeps, and the same when it is opened again: %s', (_, html) => {
    const stored = clean(editorOf(html).getHTML());
    expect(clean(editorOf(stored).getHTML())).toBe(stored);
    expect(editorOf(stored).getHTML()).toBe(html);
  });
  it('has its pictures by name, and none of another address', () => {
    const html = editorOf(`<p><img src="picture/${name}" alt="A"><img src="https://x.example/a.png" alt="B"></p>`).getHTML();
    expect(picturesIn(html)).toEqual([name]);
    expect(html).not.toContain('https');
  });
  it('gets a table that grows and shrinks', () => {
    const editor = editorOf('');
    editor.chain().insertContent(newTable()).run();
    editor.commands.setTextSelection(4);
    addRowAfter(editor.state, editor.view.dispatch);
    addColumnAfter(editor.state, editor.view.dispatch);
    const count = (tag: string) => editor.getHTML().split(`<${tag}>`).length - 1;
    expect([count('tr'), count('th'), count('td')]).toEqual([4, 3, 9]);
    deleteRow(editor.state, editor.view.dispatch);
    expect(count('tr')).toBe(3);
  });
  it('takes a table from the clipboard', () => {
    const editor = editorOf('');
    editor.view.dispatch(editor.state.tr.replaceSelection(sliceOfHtml(editor.schema, '<table><tr><td>1</td><td>2</td></tr></table>')));
    expect(clean(editor.getHTML())).toContain('<td><p>1</p></td><td><p>2</p></td>');
  });
  it('shows a formula as MathML', () => {
    const math = formulaElement('a/b');
    expect([math.namespaceURI, math.querySelector('mfrac')?.textContent]).toEqual(['http://www.w3.org/1998/Math/MathML', 'ab']);
  });
});
