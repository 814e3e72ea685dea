import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../common/escapeHtml.ts';
import { Fault } from './findings.ts';

/** Turns the `src` of a picture into inline HTML. Throws if the picture does not exist. */
export type Figures = (name: string, alt: string) => string;

/** Links of content lead to other sites. */
const external = /^https:\/\//;

/**
 * Converts Markdown (GitHub flavor, without raw HTML) to HTML. `---blank:3---` leaves three lines to write on, and pictures become inline
 * figures. Throws for a link that does not begin as `links` says.
 */
export function toHtml(markdown: string, figures: Figures, links = external): string {
  const marked = new Marked({
    renderer: {
      html: ({ text }) => {
        throw new Fault('htmlInMarkdown', { value: text.trim().slice(0, 40) });
      },
      paragraph({ tokens }) {
        const [first] = tokens;
        return first?.type === 'image' && tokens.length === 1
          ? this.parser.parseInline(tokens)
          : `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      image: ({ href, title, text }) =>
        `<figure class="figure">${figures(href, text)}${title ? `<figcaption>${escapeHtml(title)}</figcaption>` : ''}</figure>\n`,
      tablecell({ header, align, tokens }) {
        const tag = header ? 'th' : 'td';
        return `<${tag}${header ? ' scope="col"' : ''}${align ? ` align="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
      link({ href, title, tokens }) {
        if (!links.test(href)) throw new Fault('linkStart', { value: href, start: links === external ? 'https://' : links.source });
        return `<a href="${escapeHtml(href)}"${title ? ` title="${escapeHtml(title)}"` : ''}>${this.parser.parseInline(tokens)}</a>`;
      },
    },
    extensions: [
      {
        name: 'blank',
        level: 'block',
        start: (source) => source.match(/^---blank:/m)?.index,
        tokenizer(source) {
          const match = /^---blank:(\d{1,2})---(?:\n+|$)/.exec(source);
          return match ? ({ type: 'blank', raw: match[0], lines: Number(match[1]) } as Tokens.Generic) : undefined;
        },
        renderer: ({ lines }) => `<div class="write-lines">${'<div></div>'.repeat(lines as number)}</div>\n`,
      },
    ],
  });
  return (marked.parse(markdown, { async: false }) as string).trim();
}

/** Like `toHtml`, without the paragraph around a single line. */
export const toInlineHtml = (markdown: string, figures: Figures): string =>
  toHtml(markdown, figures).replace(/^<p>((?:(?!<\/?p>)[\s\S])*)<\/p>$/, '$1');
