import { linkAddress, listStart, listTypes } from '../../../common/richText.ts';
import { parsePasted, pastedStyle } from '../../ui/sanitize.ts';

/** Style properties that the editor reads. */
const looks = ['font-weight', 'font-style', 'text-decoration', 'vertical-align', 'list-style-type'];

const headings = 'h1, h2, h3, h4, h5, h6';
const blocks = `p, div, ul, ol, li, dl, dt, dd, blockquote, pre, table, section, article, header, footer, figcaption, ${headings}`;

/** A list item that was pasted without its list. */
interface Item {
  level: number;
  isNumbered: boolean;
  /** Numbering of its list as attributes: where it starts, and its type. */
  start: string | null;
  type: string | null;
  /** Id of its list in the other program. */
  list: string;
  nodes: readonly Node[];
}

/** A style property as written in the source. The browser drops Word's own properties. */
function styleOf(element: Element, property: string): string {
  for (const declaration of (element.getAttribute(pastedStyle) ?? '').split(';')) {
    const at = declaration.indexOf(':');
    if (at > 0 && declaration.slice(0, at).trim().toLowerCase() === property)
      return declaration
        .slice(at + 1)
        .trim()
        .toLowerCase();
  }
  return '';
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function rename(element: Element, tag: string): Element {
  const renamed = document.createElement(tag);
  renamed.replaceChildren(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** The previous or next sibling, skipping blank text. */
function neighbour(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let at: Node | null = node[side];
  while (at && at.nodeType === Node.TEXT_NODE && at.textContent?.trim() === '') at = at[side];
  return at;
}

const isBlock = (node: Node | null): node is Element => node instanceof Element && node.matches(blocks);

/** Nests items into lists by level. */
function nested(items: readonly Item[]): Element[] {
  const outer: Element[] = [];
  const open: { level: number; key: string; list: Element }[] = [];
  for (const { level, isNumbered, start, type, list: of, nodes } of items) {
    const key = `${isNumbered} ${of}`;
    while (open.length > 0 && ((open.at(-1)?.level ?? 0) > level || (open.at(-1)?.level === level && open.at(-1)?.key !== key))) open.pop();
    let list = open.at(-1);
    if (!list || list.level < level) {
      const element = document.createElement(isNumbered ? 'ol' : 'ul');
      if (isNumbered && start !== null) element.setAttribute('start', start);
      if (isNumbered && type !== null) element.setAttribute('type', type);
      if (list) (list.list.lastElementChild ?? list.list).append(element);
      else outer.push(element);
      list = { level, key, list: element };
      open.push(list);
    }
    const item = document.createElement('li');
    item.append(...nodes);
    list.list.append(item);
  }
  return outer;
}

/** Replaces runs of adjacent item elements with nested lists; `read` returns the items of one element. */
function nestRuns(root: ParentNode, isOne: (element: Element) => boolean, read: (element: Element) => readonly Item[]): void {
  const seen = new Set<Element>();
  for (const first of root.querySelectorAll('*')) {
    if (seen.has(first) || !isOne(first)) continue;
    const run: Element[] = [];
    for (let at: Node | null = first; at instanceof Element && isOne(at); at = neighbour(at, 'nextSibling')) run.push(at);
    for (const one of run) seen.add(one);
    const lists = nested(run.flatMap(read));
    first.before(...lists);
    for (const one of run) one.remove();
  }
}

/** Word for Windows and Mac writes items as paragraphs: `mso-list: l0 level2 lfo1`, with the marker in its own span. */
function readMarked(paragraph: Element): Item[] {
  const [list = '', level = '', override = ''] = styleOf(paragraph, 'mso-list').split(/\s+/);
  const marker = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span, 'mso-list') === 'ignore');
  const sign = marker?.textContent?.trim().replace('(', '') ?? '';
  const word = sign.slice(0, -1);
  marker?.remove();
  return [
    {
      level: Number(level.replace('level', '')) || 1,
      isNumbered: /^[0-9a-z.]{1,12}[.)]$/i.test(sign),
      start: listStart(word),
      type: listTypes.includes(word) ? word : null,
      list: `${list} ${override}`,
      nodes: [...paragraph.childNodes],
    },
  ];
}

/** Word for the web wraps each item in its own list and puts the level in an attribute. */
const readLevelled = (wrapper: Element): Item[] =>
  [...wrapper.querySelectorAll('li[data-aria-level]')].map((item) => ({
    level: Number(item.getAttribute('data-aria-level')) || 1,
    isNumbered: item.parentElement?.nodeName === 'OL',
    start: listStart(item.parentElement?.getAttribute('start')),
    type: null,
    list: item.getAttribute('data-listid') ?? '',
    nodes: [...item.childNodes],
  }));

/** Blank text between blocks and line breaks at the end of a block carry no meaning. */
function dropBlanks(root: ParentNode): void {
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const node of [...element.childNodes]) {
      const isBlank = node.nodeType === Node.TEXT_NODE && /^[ \t\r\n]*$/.test(node.textContent ?? '');
      if (isBlank && (isBlock(node.previousSibling) || isBlock(node.nextSibling))) node.remove();
    }
  for (const line of root.querySelectorAll('br')) {
    const [before, after] = [neighbour(line, 'previousSibling'), neighbour(line, 'nextSibling')];
    if (!before || !after || isBlock(before) || isBlock(after)) line.remove();
  }
  for (const block of [...root.querySelectorAll(blocks)].toReversed()) if (block.textContent?.trim() === '') block.remove();
}

/** Tables are not supported in the text, so each row becomes a line. */
function flattenTables(root: ParentNode): void {
  for (const row of root.querySelectorAll('tr')) {
    const cells = [...row.children];
    const line = document.createElement(cells.length === 1 ? 'div' : 'p');
    for (const [at, cell] of cells.entries()) {
      if (cells.length > 1) for (const block of cell.querySelectorAll(blocks)) block.replaceWith(...block.childNodes, ' ');
      line.append(...(at > 0 ? [' | '] : []), ...cell.childNodes);
    }
    row.replaceWith(line);
  }
}

/** Converts styles to the elements that the editor reads. */
function readLooks(root: ParentNode): void {
  for (const title of root.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const heading of root.querySelectorAll('p[role=heading], div[role=heading]'))
    rename(heading, `h${Math.min(Math.max(Number(heading.getAttribute('aria-level')) || 2, 1), 6)}`);
  for (const strong of root.querySelectorAll('b, strong'))
    if (/^(normal|lighter|[1-4]00)$/.test(styleOf(strong, 'font-weight'))) unwrap(strong);
  for (const high of root.querySelectorAll('span.Superscript')) rename(high, 'sup');
  for (const low of root.querySelectorAll('span.Subscript')) rename(low, 'sub');
  // Headings are already bold and links already underlined.
  for (const bold of root.querySelectorAll(`:is(${headings}) :is(b, strong)`)) unwrap(bold);
  for (const line of root.querySelectorAll('a u')) unwrap(line);
  for (const styled of root.querySelectorAll<HTMLElement>(`[${pastedStyle}]`))
    for (const name of looks) {
      const isGiven = (name === 'font-weight' && styled.closest(headings)) || (name === 'text-decoration' && styled.closest('a'));
      if (!isGiven) styled.style.setProperty(name, styleOf(styled, name));
    }
}

/**
 * Cleans clipboard HTML from another program (Google Docs, Word, LibreOffice, a web page) into plain structure: nested lists, headings,
 * emphasis, links. The editor's schema keeps what it knows. Rows of tables become lines for a schema without tables.
 */
export function readPasted(html: string, hasTables = false): DocumentFragment {
  const root = parsePasted(html);
  for (const end of root.querySelectorAll('span.EOP, br.Apple-interchange-newline')) end.remove();
  nestRuns(root, (one) => one.nodeName === 'P' && styleOf(one, 'mso-list').includes(' level'), readMarked);
  for (const span of root.querySelectorAll('span')) if (styleOf(span, 'mso-list') === 'ignore') span.remove();
  for (const item of root.querySelectorAll('li[data-aria-level]')) {
    const list = item.parentElement as Element;
    const wrapper = list.parentElement;
    (wrapper?.matches('.ListContainerWrapper') ? wrapper : list).setAttribute('data-levelled', '');
  }
  nestRuns(root, (one) => one.hasAttribute('data-levelled'), readLevelled);
  if (!hasTables) flattenTables(root);
  readLooks(root);
  for (const pre of root.querySelectorAll('pre'))
    pre.replaceChildren(
      ...(pre.textContent ?? '').split('\n').flatMap((line, at) => (at > 0 ? [document.createElement('br'), line] : [line])),
    );
  for (const link of root.querySelectorAll('a')) {
    const address = linkAddress(link.getAttribute('href') ?? '');
    if (address === null) unwrap(link);
    else link.setAttribute('href', address);
  }
  dropBlanks(root);
  return root;
}
