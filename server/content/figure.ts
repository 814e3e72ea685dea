import { escapeHtml } from './escapeHtml.ts';

/** Problems of an SVG file that keep it out of a page; empty when there are none. */
export function figureProblems(svg: string): string[] {
  const problems: string[] = [];
  const root = /^\s*<svg\b([^>]*)>/.exec(svg)?.[1];
  if (root === undefined) return ['must be an SVG file that begins with <svg …>'];
  if (!/\bviewBox="[-\d. ]+"/.test(root)) problems.push('must have a viewBox');
  if (/\s(width|height)=/.test(root)) problems.push('must have no width or height: the page gives its size');
  if (!/^\s*<svg\b[^>]*>\s*<title>[^<]+<\/title>\s*<desc>[^<]+<\/desc>/.test(svg)) problems.push('must begin with <title> and <desc>');
  const forbidden =
    /<(script|style|filter|foreignObject|image|iframe|animate\w*|set)\b|\son\w+=|\sstyle=|(?:xlink:)?href="(?!#)|url\((?!#)/i.exec(svg);
  if (forbidden) problems.push(`must not contain ${forbidden[0].trim()}`);
  return problems;
}

/** Ids of the elements in an SVG. */
export const idsOf = (svg: string): string[] => [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] as string);

/**
 * An SVG ready to stand in a page beside others: its ids carry a prefix, and title and description are tied to it.
 * `alt` names it when the text around it has better words than its title.
 */
export function inlineFigure(svg: string, prefix: string, alt?: string): string {
  const named = (part: string) => `${prefix}-${part}`;
  const label = alt ? `aria-label="${escapeHtml(alt)}"` : `aria-labelledby="${named('title')}"`;
  return svg
    .trim()
    .replace(/\s(id|aria-labelledby|aria-describedby)="([^"]+)"/g, (_, attribute: string, ids: string) =>
      attribute === 'id' ? ` id="${named(ids)}"` : '',
    )
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${named(id)})`)
    .replace(/href="#([^"]+)"/g, (_, id: string) => `href="#${named(id)}"`)
    .replace(/^<svg\b/, `<svg ${label} aria-describedby="${named('desc')}"`)
    .replace('<title>', `<title id="${named('title')}">`)
    .replace('<desc>', `<desc id="${named('desc')}">`);
}

/**
 * A diagram whose places are to be labelled: the places get the ids `<prefix>-1`, `-2`…, so that a telling id gives nothing away,
 * and their number is written into their circle. Answers the SVG and the new id of each old one.
 */
export function numberTargets(svg: string, prefix: string, targets: readonly string[]): { svg: string; ids: Map<string, string> } {
  const ids = new Map(targets.map((target, index) => [target, `${prefix}-${index + 1}`]));
  const numbered = svg.replace(/<g id="([^"]+)"([^>]*)>([\s\S]*?)<\/g>/g, (whole, id: string, attributes: string, inner: string) => {
    const index = targets.indexOf(id);
    if (index < 0) return whole;
    const circle = /<circle\b[^>]*>/.exec(inner)?.[0] ?? '';
    const [x, y] = ['cx', 'cy'].map((name) => Number(new RegExp(`\\s${name}="([-\\d.]+)"`).exec(circle)?.[1] ?? 0)) as [number, number];
    const number = `<text class="d-text" x="${x}" y="${y + 6}" font-size="17" text-anchor="middle" font-weight="bold">${index + 1}</text>`;
    return `<g id="${index + 1}"${attributes}>${inner}${number}</g>`;
  });
  return { svg: inlineFigure(numbered, prefix), ids };
}
