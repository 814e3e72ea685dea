import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { type Extensions, Node } from '@tiptap/react';
import { type MathPart, readFormula } from '../../../common/authoring/formulaText.ts';
import { pictureAddress } from '../../../common/authoring/richQuestion.ts';
import { pictureName } from '../../../contract/authoring.ts';
import { watchWide } from '../../ui/Html.tsx';
import { sanitize } from '../../ui/sanitize.ts';
import { extensions } from '../workspace/richTextSchema.ts';
import type { Pictures } from './pictures.ts';

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** A formula as MathML elements, for the screen. */
export function formulaElement(text: string): Element {
  const element = ({ tag, parts }: MathPart): Element => {
    const made = document.createElementNS(mathNamespace, tag);
    if (typeof parts === 'string') made.textContent = parts;
    else made.append(...parts.map(element));
    return made;
  };
  const math = document.createElementNS(mathNamespace, 'math');
  math.append(element(readFormula(text)));
  return math;
}

/** A formula. What was typed is its attribute; what it looks like follows from that. */
const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ text: { default: '', parseHTML: (element) => element.getAttribute('alttext') ?? '', rendered: false } }),
  parseHTML: () => [{ tag: 'math[alttext]' }],
  renderHTML: ({ node }) => ['math', { alttext: node.attrs.text }],
  renderText: ({ node }) => node.attrs.text,
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span');
      dom.append(formulaElement(node.attrs.text));
      return { dom };
    },
});

/** A drawing that the text keeps. It is shown, and its alternative text can be changed. */
function drawingView(html: string, name: string) {
  const dom = document.createElement('div');
  dom.append(sanitize(html, `${name}-`));
  return { dom, destroy: watchWide(dom) };
}

/** An uploaded picture with its alternative text. */
const Picture = Node.create<{ pictures: Pictures | null }>({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: false,
  addOptions: () => ({ pictures: null }),
  addAttributes: () => ({
    picture_id: {
      default: '',
      parseHTML: (element) => (element.getAttribute('src') ?? '').replace(pictureAddress(''), ''),
      rendered: false,
    },
    alt: { default: '', rendered: false },
  }),
  parseHTML: () => [
    { tag: 'img', getAttrs: (element) => pictureName.test((element.getAttribute('src') ?? '').replace(pictureAddress(''), '')) && null },
  ],
  renderHTML: ({ node }) => ['img', { src: pictureAddress(node.attrs.picture_id), alt: node.attrs.alt }],
  renderText: ({ node }) => node.attrs.alt,
  addNodeView() {
    const { pictures } = this.options;
    return ({ node }) => {
      const drawing = pictures?.drawingOf(node.attrs.picture_id);
      if (drawing !== undefined) return drawingView(drawing, node.attrs.picture_id);
      const dom = document.createElement('img');
      dom.alt = node.attrs.alt;
      const show = () => {
        const data = pictures?.dataOf(node.attrs.picture_id);
        if (data !== undefined) dom.src = data;
      };
      show();
      return { dom, destroy: pictures?.subscribe(show) };
    };
  },
});

const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'paragraph+',
    isolating: true,
    addAttributes: () => ({
      colspan: { default: 1, rendered: false },
      rowspan: { default: 1, rendered: false },
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableHead: 'header_cell', tableCell: 'cell' };

/** A table whose first row names its columns. Tab goes to the next cell, and out of the last one. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => (roles[name] === undefined ? {} : { tableRole: roles[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const go = (step: 1 | -1) => () => goToNextCell(step)(this.editor.state, this.editor.view.dispatch);
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
});
const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableHead | tableCell)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

/** The elements that the text of a question may contain: the ones that the server keeps (`cleanQuestionText`). */
export const questionElements = (pictures: Pictures | null): Extensions => [
  ...extensions,
  Formula,
  Picture.configure({ pictures }),
  ...[Table, TableRow, cell('tableHead', 'th'), cell('tableCell', 'td')],
];

/** A new table of two columns and three rows, as tiptap takes it. */
export const newTable = () => {
  const cells = (type: string) => Array.from({ length: 2 }, () => ({ type, content: [{ type: 'paragraph' }] }));
  const rows = ['tableHead', 'tableCell', 'tableCell'];
  return { type: 'table', content: rows.map((type) => ({ type: 'tableRow', content: cells(type) })) };
};
