import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { escapeHtml } from '../../common/escapeHtml.ts';
import { Fault } from './findings.ts';

type Drawing = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Keeps character references as written. */
const asWritten = { xmlMode: true, decodeEntities: false } as const;
const parse = (svg: string): Drawing => parseDocument(svg.trim(), asWritten);
const elementsOf = (drawing: Drawing): Element[] => DomUtils.getElementsByTagName('*', drawing);
const isElement = (node: Drawing['children'][number] | undefined): node is Element => node !== undefined && ElementType.isTag(node);

const forbiddenElements = /^(script|style|filter|foreignobject|image|iframe|animate.*|set)$/;
const isLink = (attribute: string) => /^(.*:)?href$/.test(attribute);
/** A reference outside the drawing, in an attribute such as `fill`. */
const leadsAway = /url\((?!#)/i;

/** Parts of an element that must not appear in a page, as written in the source. */
function forbiddenIn({ name, attribs }: Element): string[] {
  const attributes = Object.entries(attribs).filter(([attribute, value]) => {
    const lower = attribute.toLowerCase();
    return lower.startsWith('on') || lower === 'style' || (isLink(lower) && !value.startsWith('#')) || leadsAway.test(value);
  });
  return [
    ...(forbiddenElements.test(name.toLowerCase()) ? [`<${name}>`] : []),
    ...attributes.map(([attribute, value]) => `${attribute}="${value}"`),
  ];
}

/** Whether an element with this name contains only text. */
const isWorded = (node: Element | undefined, name: string) =>
  node?.name === name && !node.children.some(isElement) && DomUtils.textContent(node).trim() !== '';

/** Problems that make an SVG file unfit for a page; empty if there are none. */
export function figureProblems(svg: string): Fault[] {
  const drawing = parse(svg);
  const [root, ...more] = drawing.children;
  if (!isElement(root) || root.name !== 'svg' || more.length > 0) return [new Fault('svgStart')];
  const problems: Fault[] = [];
  if (!/^[-\d. ]+$/.test(root.attribs.viewBox ?? '')) problems.push(new Fault('svgViewBox'));
  if ('width' in root.attribs || 'height' in root.attribs) problems.push(new Fault('svgSize'));
  const [title, desc] = root.children.filter(isElement);
  if (!isWorded(title, 'title') || !isWorded(desc, 'desc')) problems.push(new Fault('svgTitle'));
  const forbidden = new Set(elementsOf(drawing).flatMap(forbiddenIn));
  return [...problems, ...[...forbidden].map((value) => new Fault('svgForbidden', { value }))];
}

/** Ids of the elements in an SVG. */
export const idsOf = (svg: string): string[] => elementsOf(parse(svg)).flatMap(({ attribs }) => attribs.id ?? []);

/** Renames ids and all references to them. */
function renameIds({ attribs }: Element, named: (id: string) => string): void {
  delete attribs['aria-labelledby'];
  delete attribs['aria-describedby'];
  for (const [attribute, value] of Object.entries(attribs))
    if (attribute === 'id') attribs.id = named(value);
    else if (isLink(attribute)) attribs[attribute] = value.replace(/^#(.*)/s, (_, id: string) => `#${named(id)}`);
    else attribs[attribute] = value.replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${named(id)})`);
}

function inlined(drawing: Drawing, prefix: string, named = (id: string) => `${prefix}-${id}`, alt?: string): string {
  const elements = elementsOf(drawing);
  for (const element of elements) renameIds(element, named);
  const [root] = elements;
  if (root) {
    const label: Record<string, string> = alt ? { 'aria-label': escapeHtml(alt) } : { 'aria-labelledby': `${prefix}-title` };
    root.attribs = { ...label, 'aria-describedby': `${prefix}-desc`, ...root.attribs };
    for (const one of root.children.filter(isElement))
      if (one.name === 'title' || one.name === 'desc') one.attribs = { id: `${prefix}-${one.name}`, ...one.attribs };
  }
  return DomUtils.getOuterHTML(drawing, asWritten);
}

/** The prefix of the ids of a drawing that was inlined before; null: it was not. */
function prefixOf(drawing: Drawing): string | null {
  const [root] = drawing.children;
  const prefix = isElement(root) ? /^(f[0-9a-z]+)-desc$/.exec(root.attribs['aria-describedby'] ?? '')?.[1] : undefined;
  if (prefix === undefined) return null;
  const ids = elementsOf(drawing).flatMap(({ attribs }) => attribs.id ?? []);
  return ids.includes(`${prefix}-desc`) && ids.every((id) => id.startsWith(`${prefix}-`)) ? prefix : null;
}

/** A drawing that was inlined before, with another alternative text. */
function relabelled(drawing: Drawing, alt: string | undefined): string {
  const [root] = drawing.children as Element[];
  if (root && alt && root.attribs['aria-label'] !== escapeHtml(alt)) {
    const { 'aria-labelledby': _, ...attribs } = root.attribs;
    root.attribs = { ...attribs, 'aria-label': escapeHtml(alt) };
  }
  return DomUtils.getOuterHTML(drawing, asWritten);
}

/**
 * An SVG that can be inlined in a page next to others. Ids are prefixed, and title and description are linked to it. `alt` replaces the
 * title if the surrounding text has a better one. A drawing that was inlined before keeps its ids: the export of the course has it so if
 * it no longer stands where the course had it.
 */
export function inlineFigure(svg: string, prefix: string, alt?: string): string {
  const drawing = parse(svg);
  return prefixOf(drawing) === null ? inlined(drawing, prefix, undefined, alt) : relabelled(drawing, alt);
}

/** What `numberTargets` adds to a target. */
const isNumber = ({ name, attribs }: Element) =>
  name === 'text' && attribs.class === 'd-text' && attribs['font-weight'] === 'bold' && attribs['font-size'] === '17';

/**
 * The file of an inlined drawing, and the alternative text that it was given. Targets that were numbered are named by their numbers.
 *
 * @param numbered ids of its targets
 */
export function drawingFile(svg: string, numbered: readonly string[] = []): { svg: string; alt: string } {
  const drawing = parse(svg);
  const prefix = prefixOf(drawing);
  const [root] = drawing.children as Element[];
  if (prefix === null || !root) return { svg, alt: '' };
  const alt = (root.attribs['aria-label'] ?? '').replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
  const { 'aria-label': _, ...attribs } = root.attribs;
  root.attribs = attribs;
  for (const group of elementsOf(drawing))
    if (numbered.includes(group.attribs.id ?? '')) {
      const last = group.children.at(-1);
      if (isElement(last) && isNumber(last)) DomUtils.removeElement(last);
    }
  for (const one of root.children.filter(isElement))
    if (one.attribs.id === `${prefix}-title` || one.attribs.id === `${prefix}-desc`) delete one.attribs.id;
  for (const element of elementsOf(drawing)) renameIds(element, (id) => id.slice(prefix.length + 1));
  return { svg: DomUtils.getOuterHTML(drawing, asWritten), alt };
}

/**
 * A diagram whose targets are to be labeled. Targets get the ids `<prefix>-1`, `-2`…, so that a descriptive id gives nothing away. Their
 * number is written into their circle. Returns the SVG and a map from old to new ids.
 */
export function numberTargets(svg: string, prefix: string, targets: readonly string[]): { svg: string; ids: Map<string, string> } {
  const drawing = parse(svg);
  const ids = new Map(targets.map((target, index) => [target, `${prefix}-${index + 1}`]));
  for (const group of elementsOf(drawing)) {
    const index = targets.indexOf(group.attribs.id ?? '');
    if (group.name !== 'g' || index < 0) continue;
    const { cx = 0, cy = 0 } = DomUtils.getElementsByTagName('circle', group)[0]?.attribs ?? {};
    const at = `x="${Number(cx)}" y="${Number(cy) + 6}"`;
    const [number] = parse(
      `<text class="d-text" ${at} font-size="17" text-anchor="middle" font-weight="bold">${index + 1}</text>`,
    ).children;
    if (number) DomUtils.appendChild(group, number);
  }
  return { svg: inlined(drawing, prefix, (id) => ids.get(id) ?? `${prefix}-${id}`), ids };
}
