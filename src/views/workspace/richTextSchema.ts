import { DOMParser, Fragment, type Mark as MarkOfText, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { type Extensions, Mark, mergeAttributes } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { linkAddress } from '../../../common/richText.ts';
import { sanitize } from '../../ui/sanitize.ts';
import { readPasted } from './pasted.ts';

/** A mark with its own element, which may also be written as a style. */
const raised = (name: string, tag: string, align: string, key: string) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }, { style: `vertical-align=${align}` }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

/** The elements that a text may contain: the ones that the server keeps (`common/richText.ts`). */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url, { defaultValidate }) => defaultValidate(url) && (!url.includes(':') || linkAddress(url) !== null),
    },
    // The form handles undo for all of its fields in one order.
    undoRedo: false,
    // It would add a paragraph that nobody typed.
    trailingNode: false,
  }),
  raised('subscript', 'sub', 'sub', 'Mod-,'),
  raised('superscript', 'sup', 'super', 'Mod-.'),
];

/** Other levels map to the same levels as on the server. */
const levels: Record<string, 'h3' | 'h4'> = { H1: 'h3', H2: 'h3', H5: 'h4', H6: 'h4' };

/** Parses HTML into a document. Every editor has its own schema. */
export const documentOf = (schema: Schema, html: string): Node => {
  const root = sanitize(html, '');
  // How a link opens is decided where it is shown.
  for (const link of root.querySelectorAll('a')) for (const name of ['target', 'rel']) link.removeAttribute(name);
  // A trailing space is part of what was typed.
  return DOMParser.fromSchema(schema).parse(root, { preserveWhitespace: true });
};

/** An empty editor returns `<p></p>`. */
export const htmlOf = (html: string): string => (html === '<p></p>' ? '' : html);

/** Clipboard HTML as a slice of a document. */
export function sliceOfHtml(schema: Schema, html: string): Slice {
  const root = readPasted(html, 'table' in schema.nodes);
  for (const heading of root.querySelectorAll('h1, h2, h5, h6')) {
    const same = document.createElement(levels[heading.nodeName] ?? 'h4');
    same.append(...heading.childNodes);
    heading.replaceWith(same);
  }
  return DOMParser.fromSchema(schema).parseSlice(root);
}

/** Plain text as a slice of a document. Each line becomes a paragraph in the format at the caret. */
export function sliceOfText(schema: Schema, text: string, marks: readonly MarkOfText[]): Slice {
  const lines = text.split(/\r\n?|\n/).filter((line, _, { length }) => length === 1 || line.trim() !== '');
  const paragraphs = lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]));
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

/** Turns the document into another by replacing only the part that differs, so that the caret stays near the change. */
export function turnInto(tr: Transaction, next: Node): Transaction {
  const from = tr.doc.content.findDiffStart(next.content);
  const ends = tr.doc.content.findDiffEnd(next.content);
  if (from === null || ends === null) return tr;
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const [to, nextTo] = [ends.a + overlap, ends.b + overlap];
  tr.replace(from, to, next.slice(from, nextTo));
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(nextTo, tr.doc.content.size)), -1));
}
