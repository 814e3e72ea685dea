import { type FileEntry, ZipReader } from '@zip.js/zip.js';
import { quizLimits } from '../../../contract/authoring.ts';
import type { RosterFile } from '../../roster/source.ts';
import { FileReader, type Limits, Unreadable, unpack } from '../../roster/unzip.ts';
import { picturesOf } from '../quizProblems.ts';
import { pictureAddress, replacePictures } from '../richQuestion.ts';
import { readQtiItem } from './qtiItem.ts';
import { alternativeOf } from './qtiText.ts';
import type { FindingCode, NewKey, PackedPicture, ReadQuestions } from './reading.ts';
import { allIn, elementsIn, readXml, type XmlElement, XmlProblem } from './xmlTree.ts';

/** Limits of a package. */
const limits: Limits & { entries: number; itemBytes: number; pictureBytes: number; picturesBytes: number } = {
  ...{ entries: 2_000, files: 500, bytes: 20 * 1024 * 1024, itemBytes: 1024 * 1024, ratio: 200, xlsxBytes: 0 },
  ...{ pictureBytes: 10 * 1024 * 1024, picturesBytes: 50 * 1024 * 1024 },
};

/** Pictures that a browser can make ready for a question. Drawings in SVG may hold programs, and stay out. */
const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};
const mediaTypeOf = (name: string) => pictureTypes[/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** Where a package names its resources. */
const manifestName = 'imsmanifest.xml';
const itemRoots = new Set(['assessmentItem']);
const testRefs = new Set(['assessmentItemRef']);

/** A file in a package, from the place of another one; null if it would lie outside. */
export function fileAt(href: string, from = ''): string | null {
  let path = href;
  try {
    path = decodeURIComponent(href);
  } catch {
    // A name with a percent sign.
  }
  if (/^[/\\]|^[a-z][a-z0-9+.-]*:|\\/i.test(path)) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of (path.split(/[?#]/)[0] as string).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The bytes of a file of the package. Throws `Unreadable` if there are more than `most`. */
async function bytesOf(entry: FileEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: BlobPart[] = [];
  let count = 0;
  for await (const piece of unpack(entry, limits)) {
    count += piece.length;
    if (count > most) throw new Unreadable('zipRatio');
    pieces.push(piece as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** The text of an XML file of the package. Throws `Unreadable` if it is too large, and if it is not in UTF-8. */
const textOf = async (entry: FileEntry): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(entry, limits.itemBytes));

/** The pictures of a package that its questions show, under names of their own: the real ones come with the upload. */
class PackedPictures {
  readonly #entries: ReadonlyMap<string, FileEntry>;
  /** Names by path. */
  readonly #names = new Map<string, string>();

  constructor(entries: ReadonlyMap<string, FileEntry>) {
    this.#entries = entries;
  }

  /** Names the picture at an address in a file of the package; null if there is none. */
  at(address: string, from: string): string | null {
    const path = address === '' ? null : fileAt(address, from);
    if (path === null || !this.#entries.has(path) || !mediaTypeOf(path)) return null;
    const name = this.#names.get(path) ?? this.#names.size.toString(16).padStart(32, '0');
    this.#names.set(path, name);
    return name;
  }

  /** Unpacks those of these names. What is too large or damaged is not there. */
  async unpacked(wanted: ReadonlySet<string>): Promise<Map<string, PackedPicture>> {
    const found = new Map<string, PackedPicture>();
    let room = limits.picturesBytes;
    for (const [path, name] of this.#names) {
      if (!wanted.has(name)) continue;
      try {
        const bytes = await bytesOf(this.#entries.get(path) as FileEntry, Math.min(room, limits.pictureBytes));
        room -= bytes.length;
        found.set(name, { name: path.split('/').at(-1) as string, media_type: mediaTypeOf(path) as string, bytes });
      } catch {
        // Its alternative text takes its place.
      }
    }
    return found;
  }
}

/** Unpacks the pictures of what was read. Where one is missing, the question has its alternative text, and a finding says so. */
async function withPackedPictures(
  read: ReadQuestions,
  packed: PackedPictures,
  sources: ReadonlyMap<string, Source>,
): Promise<ReadQuestions> {
  const pictures = await packed.unpacked(picturesOf(read.questions));
  const lost = new Map<string, Source>();
  const questions = read.questions.map((question) => {
    const shown = (html: string) =>
      replacePictures(html, (name, alt) => {
        if (pictures.has(name)) return `<img src="${pictureAddress(name)}" alt="${alt}">`;
        const source = sources.get(question.key);
        if (source) lost.set(`${source.line} ${source.item}`, source);
        return alternativeOf(alt);
      });
    return { ...question, text: shown(question.text), explanation: shown(question.explanation) };
  });
  const findings = [...lost.values()].map(({ line, item }) => ({ line, item, code: 'pictureLeft' as const }));
  return { questions, findings: [...read.findings, ...findings], pictures };
}

/** The items that a manifest names, in the order of its test if it has one. */
async function itemsOf(entries: ReadonlyMap<string, FileEntry>, note: (code: FindingCode, item?: string) => void): Promise<string[]> {
  const manifest = entries.get(manifestName);
  if (!manifest) return [...entries.keys()].filter((name) => name.toLowerCase().endsWith('.xml')).toSorted();
  const resources = allIn(readXml(await textOf(manifest)), new Set(['resource']));
  const ofType = (type: RegExp) =>
    resources.flatMap(({ attributes: { type: given = '', href = '' } }) => {
      if (!type.test(given)) return [];
      const name = fileAt(href);
      if (name === null) note('outside', href);
      return name === null ? [] : [name];
    });
  const items = ofType(/^imsqti_item_xmlv(?:2p[12]|3p0)/);
  if (items.length === 0 && ofType(/^imsqti_(?:xmlv1p2|assessment_xmlv1p2)|^imsqti_item_xmlv1/).length > 0) note('oldVersion');
  const [test] = ofType(/^imsqti_test_xmlv/);
  const found = test === undefined ? undefined : entries.get(test);
  if (test === undefined || !found) return items;
  const order = allIn(readXml(await textOf(found)), testRefs).flatMap(({ attributes }) => fileAt(attributes.href ?? '', test) ?? []);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return items.toSorted((a, b) => place(a) - place(b));
}

/** Where a question stands in a package. */
interface Source {
  line: number;
  item: string;
}

/** What an item has around it: the pictures of its package, and who wants to know where its questions stand. */
interface Around {
  pictureAt: (address: string) => string | null;
  note: (key: string, source: Source) => void;
}

/** Reads the items of one XML file: an item, or one that is kept within another root. */
function readRoot(root: XmlElement, file: string, newKey: NewKey, read: ReadQuestions, { pictureAt, note }: Around): void {
  const items = itemRoots.has(root.name) ? [root] : elementsIn(root, ...itemRoots);
  for (const item of items) {
    const name = item.attributes.title || item.attributes.identifier || file;
    const codes = new Set<FindingCode>();
    const questions = readQtiItem(item, newKey, (code) => codes.add(code), pictureAt);
    for (const { key } of questions) note(key, { line: item.line, item: name });
    const room = quizLimits.questions - read.questions.length;
    if (questions.length > room) codes.add('tooMany');
    read.questions.push(...questions.slice(0, Math.max(0, room)));
    for (const code of codes) read.findings.push({ line: item.line, code, item: name });
  }
  if (items.length === 0 && root.name === 'questestinterop') read.findings.push({ line: root.line, code: 'oldVersion', item: file });
}

/** Reads one XML file with an item. */
export function readQtiFile(text: string, file: string, newKey: NewKey): ReadQuestions {
  const read: ReadQuestions = { questions: [], findings: [] };
  try {
    readRoot(readXml(text), file, newKey, read, { pictureAt: () => null, note: () => {} });
    if (read.questions.length === 0 && read.findings.length === 0) read.findings.push({ line: 1, code: 'noItems', item: file });
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    read.findings.push({ line: error.line, code: 'xml', item: file });
  }
  return read;
}

/**
 * Reads a QTI package. Whatever cannot be taken over is a finding with its item. Only files that the package names are unpacked, into memory,
 * within limits; nothing is loaded from elsewhere.
 */
export async function readQtiPackage(file: RosterFile, newKey: NewKey): Promise<ReadQuestions> {
  const read: ReadQuestions = { questions: [], findings: [] };
  const note = (code: FindingCode, item?: string) => void read.findings.push({ line: 1, code, item: item ?? file.name });
  const entries = new Map<string, FileEntry>();
  const pictures = new PackedPictures(entries);
  const sources = new Map<string, Source>();
  const zip = new ZipReader(new FileReader(file));
  let bytes = 0;
  try {
    let count = 0;
    for await (const entry of zip.getEntriesGenerator()) {
      if (++count > limits.entries) {
        note('tooLarge');
        return read;
      }
      const name = fileAt(entry.filename);
      if (!entry.directory && name !== null) entries.set(name, entry);
    }
    for (const name of (await itemsOf(entries, note)).slice(0, limits.files)) {
      const entry = entries.get(name);
      if (!entry) {
        note('missingFile', name);
        continue;
      }
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) {
        note('tooLarge');
        break;
      }
      try {
        readRoot(readXml(await textOf(entry)), name, newKey, read, {
          pictureAt: (address) => pictures.at(address, name),
          note: (key, source) => void sources.set(key, source),
        });
      } catch (error) {
        if (error instanceof XmlProblem) read.findings.push({ line: error.line, code: 'xml', item: name });
        else if (error instanceof Unreadable) note('tooLarge', name);
        else note('damaged', name);
      }
    }
    if (read.questions.length === 0 && read.findings.length === 0) note('noItems');
    return await withPackedPictures(read, pictures, sources);
  } catch (error) {
    note(error instanceof XmlProblem ? 'xml' : error instanceof Unreadable ? 'tooLarge' : 'damaged');
  } finally {
    await zip.close().catch(() => undefined);
  }
  return read;
}
