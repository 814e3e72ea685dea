import { SaxesParser } from 'saxes';

/** An element of a QTI file. Names are those of QTI 2: `qti-choice-interaction` of QTI 3 is `choiceInteraction`, and so are attributes. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  /** Where it begins, from 1. */
  line: number;
}

/** Deeper files, and files with more parts, are no questions. */
const mostDepth = 100;
const mostParts = 50_000;

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** A name without namespace and without QTI 3's spelling. */
const plainName = (name: string) => camel(name.slice(name.indexOf(':') + 1).replace(/^qti-/, ''));

/** A file that is no well-formed XML, or too large to be a question, with the line where that shows. */
export class XmlProblem extends Error {
  readonly line: number;
  constructor(line: number) {
    super('no XML');
    this.line = line;
  }
}

/** Parses XML into its root element. Entities of a document type are not known, so none can grow. Throws `XmlProblem`. */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser();
  const root: XmlElement = { name: '', attributes: {}, children: [], line: 1 };
  const open = [root];
  let parts = 0;
  const count = () => {
    if (++parts > mostParts || open.length > mostDepth) throw new XmlProblem(parser.line);
  };
  const add = (words: string) => {
    count();
    (open.at(-1) as XmlElement).children.push(words);
  };
  parser.on('error', () => {
    throw new XmlProblem(parser.line);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    count();
    const named = Object.entries(attributes as Record<string, string>).map(([key, value]) => [plainName(key), value]);
    const element = { name: plainName(name), attributes: Object.fromEntries(named), children: [], line: parser.line };
    (open.at(-1) as XmlElement).children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text.replace(/^\ufeff/, '')).close();
  const first = elementsIn(root)[0];
  if (!first) throw new XmlProblem(1);
  return first;
}

/** The child elements, of these names if some are given. */
export const elementsIn = ({ children }: XmlElement, ...names: string[]): XmlElement[] =>
  children.filter((child) => typeof child !== 'string').filter(({ name }) => names.length === 0 || names.includes(name));

/** All elements of these names, at any depth, in order. Does not look into those that it finds. */
export const allIn = (element: XmlElement, names: ReadonlySet<string>): XmlElement[] =>
  elementsIn(element).flatMap((child) => (names.has(child.name) ? [child] : allIn(child, names)));

/** The words of an element on one line. */
export const wordsOf = (element: XmlElement): string => allWords(element).replace(/\s+/g, ' ').trim();
const allWords = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : ` ${allWords(child)} `)).join('');
