import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

type Document = ReturnType<typeof parseDocument>;
type Node = Document['children'][number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Where a drawing is put: its file, and what the text says it shows. */
export interface PlacedDrawing {
  name: string;
  alt: string;
}

/** What Markdown has no sign for. */
class NoMarkdown extends Error {}

const isElement = (node: Node): node is Element => ElementType.isTag(node);
const isBlank = (node: Node) => !isElement(node) && DomUtils.textContent(node).trim() === '';
const childrenOf = (node: Element): Node[] => node.children as Node[];

/** Letters that mean something in Markdown. An ampersand does where it looks like a reference. */
const signs = /[\\`*_[\]<~]|&(?=#?\w+;)/g;
/** What means something at the start of a line. */
const lineSigns = /^([#>+=-]|\d{1,9}(?=[.)](?:\s|$)))/gm;
const escaped = (text: string) => text.replace(signs, (sign) => (sign === '&' ? '&amp;' : `\\${sign}`));
const escapedLines = (text: string) => text.replace(lineSigns, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));

class Writer {
  readonly #html: string;
  readonly #place: (svg: string) => PlacedDrawing;

  constructor(html: string, place: (svg: string) => PlacedDrawing) {
    this.#html = html;
    this.#place = place;
  }

  blocks(nodes: readonly Node[]): string {
    const blocks: string[] = [];
    let inline: Node[] = [];
    const flush = () => {
      if (inline.some((node) => !isBlank(node))) blocks.push(this.#line(inline));
      inline = [];
    };
    for (const node of nodes) {
      const block = isElement(node) ? this.#block(node) : undefined;
      if (block === undefined) inline.push(node);
      else {
        flush();
        blocks.push(block);
      }
    }
    flush();
    return blocks.join('\n\n');
  }

  #line = (nodes: readonly Node[]) => escapedLines(this.#inline(nodes).trim());

  /** Undefined for an element within a line. */
  #block(node: Element): string | undefined {
    const { name, attribs } = node;
    switch (name) {
      case 'p':
        return this.#line(childrenOf(node));
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return `${'#'.repeat(Number(name[1]))} ${this.#inline(childrenOf(node)).trim()}`;
      case 'ul':
      case 'ol':
        return this.#list(node);
      case 'blockquote':
        return this.blocks(childrenOf(node)).replace(/^/gm, '> ').replace(/^> $/gm, '>');
      case 'hr':
        return '***';
      case 'table':
        return this.#table(node);
      case 'figure':
        return this.#figure(node);
      case 'div':
        if (attribs.class === 'write-lines') return `---blank:${childrenOf(node).filter(isElement).length}---`;
        throw new NoMarkdown();
      default:
        return undefined;
    }
  }

  #list(list: Element): string {
    let number = Number(list.attribs.start ?? 1);
    const items = childrenOf(list).filter((node) => !isBlank(node));
    const isLoose = items.some((item) => isElement(item) && childrenOf(item).some((node) => isElement(node) && node.name === 'p'));
    return items
      .map((item) => {
        if (!isElement(item) || item.name !== 'li') throw new NoMarkdown();
        const sign = list.name === 'ul' ? '- ' : `${number++}. `;
        const text = isLoose ? this.blocks(childrenOf(item)) : this.#tight(childrenOf(item));
        return sign + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`);
      })
      .join(isLoose ? '\n\n' : '\n');
  }

  /** An item of a list without paragraphs: a line, and lists below it. */
  #tight(nodes: readonly Node[]): string {
    const from = nodes.findIndex((node) => isElement(node) && this.#block(node) !== undefined);
    const own = from < 0 ? nodes : nodes.slice(0, from);
    const below = from < 0 ? [] : nodes.slice(from).filter((node) => !isBlank(node));
    return [this.#line(own), ...below.map((node) => (isElement(node) ? this.#block(node) : undefined) ?? this.#line([node]))].join('\n');
  }

  #table(table: Element): string {
    const rows = DomUtils.getElementsByTagName('tr', table).map((row) => childrenOf(row).filter(isElement));
    const [head, ...body] = rows;
    if (!head?.every(({ name }) => name === 'th') || body.some((row) => row.length !== head.length)) throw new NoMarkdown();
    const cells = (row: readonly Element[]) =>
      `| ${row.map((cell) => this.#inline(childrenOf(cell)).trim().replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
    const rules = head.map(({ attribs: { align } }) =>
      align === 'left' ? ':---' : align === 'right' ? '---:' : align === 'center' ? ':---:' : '---',
    );
    return [cells(head), `| ${rules.join(' | ')} |`, ...body.map(cells)].join('\n');
  }

  #figure(figure: Element): string {
    const [svg, caption, ...more] = childrenOf(figure).filter((node) => !isBlank(node));
    if (!svg || !isElement(svg) || svg.name !== 'svg' || more.length > 0) throw new NoMarkdown();
    const { name, alt } = this.#place(this.#html.slice(svg.startIndex as number, (svg.endIndex as number) + 1));
    const title = caption ? ` "${DomUtils.textContent(caption).replace(/["\\]/g, '\\$&')}"` : '';
    return `![${alt}](${name}${title})`;
  }

  #inline(nodes: readonly Node[]): string {
    return nodes
      .map((node) => {
        if (!isElement(node)) return escaped(DomUtils.textContent(node));
        const inner = () => this.#inline(childrenOf(node));
        switch (node.name) {
          case 'strong':
            return `**${inner()}**`;
          case 'em':
            return `*${inner()}*`;
          case 'del':
            return `~~${inner()}~~`;
          case 'br':
            return '  \n';
          case 'code': {
            const text = DomUtils.textContent(node);
            return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
          }
          case 'a': {
            const { href = '', title } = node.attribs;
            return `[${inner()}](${href}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''})`;
          }
          default:
            throw new NoMarkdown();
        }
      })
      .join('');
  }
}

/**
 * A text of the catalog as the Markdown of a course's file; null if it has something that Markdown has no sign for. Whether the Markdown
 * says the same is for the caller to check, by reading it.
 *
 * @param place puts a drawing into a file
 */
export function toMarkdown(html: string, place: (svg: string) => PlacedDrawing): string | null {
  try {
    const document = parseDocument(html, { withStartIndices: true, withEndIndices: true });
    return new Writer(html, place).blocks(document.children as Node[]);
  } catch (error) {
    if (error instanceof NoMarkdown) return null;
    throw error;
  }
}
