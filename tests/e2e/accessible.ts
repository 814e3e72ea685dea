import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { themes } from './browser.ts';

/** Required by law, plus what makes a page easy to navigate: one h1, ordered heading levels, landmarks around everything. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of the rules that check colors. */
const colorRules = axe.getRules(wcag).flatMap(({ ruleId, tags }) => (tags.includes('cat.color') ? [ruleId] : []));

/** Keys of the kinds of text whose colors axe has passed in this worker; see `lookInPage`. */
const passed = new Set<number>();

/** Rules by tag, those of colors, themes, and `passed`. */
interface Asked {
  tags: string[];
  colors: string[];
  wanted: string[];
  known: number[];
}

/** What axe found in one theme. */
interface Finding {
  theme: string;
  /** Rules that found something to pass, or kinds of text. */
  looked: number;
  violations: { id: string; help: string; nodes: string[] }[];
}

/**
 * Runs in the page. Checks everything but colors in the page's current theme, and then the colors in every theme, which changes nothing
 * else. Restores the theme.
 *
 * Measuring contrast takes longer than all other rules together, and most texts of a page look like those of the page before. So only kinds
 * of text are measured that none of the earlier checks has passed. A kind is what contrast depends on: color, size and weight of the text,
 * the classes of its element and parent, and the backgrounds and opacities of all elements around it.
 */
async function lookInPage({ tags, colors, wanted, known }: Asked): Promise<{ findings: Finding[]; passed: number[] }> {
  const engine = (globalThis as unknown as { axe: typeof axe }).axe;
  // Describing every element that passes takes a third of the time.
  engine.configure({ noHtml: true });
  const earlier = new Set(known);
  const added: number[] = [];
  const described = (violations: axe.Result[]) =>
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ element, target }) => element?.outerHTML.slice(0, 300) ?? target.join(' ')),
    }));

  const hash = (text: string) => {
    let value = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return value >>> 0;
  };
  const isMeasured = (element: Element) => {
    if (!element.matches('input, select, textarea')) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node as Text).data.trim() !== '');
      if (!own) return false;
    }
    // The contrast of disabled controls is free, and what only screen readers read has none.
    if (element.closest(':disabled, [aria-disabled="true"]') || !element.checkVisibility({ visibilityProperty: true })) return false;
    // The link past the navigation is out of sight until it has the focus.
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0;
  };
  /** The measured elements by their kind. */
  const kinds = () => {
    const grounds = new Map<Element | null, string>([[null, '']]);
    const groundOf = (element: Element | null): string => {
      const before = grounds.get(element);
      if (before !== undefined || element === null) return before ?? '';
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const ground = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}\n${groundOf(element.parentElement)}`;
      grounds.set(element, ground);
      return ground;
    };
    return Map.groupBy([...document.body.querySelectorAll('*')].filter(isMeasured), (element) => {
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
      const parent = element.parentElement as Element;
      const isShort = (element.textContent ?? '').trim().length < 2;
      const own = [element.localName, element.getAttribute('class'), parent.localName, parent.getAttribute('class'), isShort];
      const look = [color, getComputedStyle(parent).color, fontSize, fontWeight, textShadow, textDecorationLine];
      return hash([...own, ...look, groundOf(element)].join('\n'));
    });
  };

  const { dataset } = document.documentElement;
  const before = dataset.theme;
  // Scrolled elsewhere, the page's bars cover content that a user would scroll into view, and axe measures only the rest of it.
  const scrolled = window.scrollY;
  window.scrollTo({ top: 0, behavior: 'instant' });
  const own = wanted.find((theme) => theme === before) ?? 'light';
  const findings: Finding[] = [];
  for (const theme of [own, ...wanted.filter((other) => other !== own)]) {
    dataset.theme = theme;
    // Colors change with a brief transition. Only the final ones count.
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    if (theme === own) {
      const rules = Object.fromEntries(colors.map((rule) => [rule, { enabled: false }]));
      const { violations, passes } = await engine.run(document, {
        runOnly: { type: 'tag', values: tags },
        rules,
        resultTypes: ['violations'],
        elementRef: true,
      });
      findings.push({ theme, looked: passes.length, violations: described(violations) });
    }
    const all = kinds();
    const fresh = [...all].filter(([key]) => !earlier.has(key));
    const finding: Finding = { theme, looked: all.size, violations: [] };
    findings.push(finding);
    if (fresh.length === 0) continue;
    const include = fresh.flatMap(([, elements]) => (elements.length > 6 ? [...elements.slice(0, 5), ...elements.slice(-1)] : elements));
    const { violations, passes, incomplete } = await engine.run(
      { include },
      { runOnly: { type: 'rule', values: colors }, elementRef: true },
    );
    finding.violations = described(violations);
    const nodes = [...passes, ...incomplete].filter(({ id }) => id === 'color-contrast').flatMap((result) => result.nodes);
    // What something covers is measured again. What has a picture behind it cannot be.
    const isLooked = ({ any }: axe.NodeResult) => !/overlap|obscured|outside/i.test(JSON.stringify(any.map(({ data }) => data)));
    const seen = new Set(nodes.filter(isLooked).map(({ element }) => element));
    for (const [key, elements] of fresh) if (elements.some((element) => seen.has(element as HTMLElement))) added.push(key);
    for (const key of added) earlier.add(key);
  }
  if (before === undefined) delete dataset.theme;
  else dataset.theme = before;
  window.scrollTo({ top: scrolled, behavior: 'instant' });
  return { findings, passed: added };
}

/**
 * Fails with each axe finding for WCAG 2.0 to 2.2, levels A and AA, and best practices: rule, elements, fix. Checks the page in its current
 * theme, and its colors in every theme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Through the debugger, since the page's policy blocks all other scripts. Once per document: half a megabyte takes as long as the check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { findings, passed: added } = await page.evaluate(lookInPage, {
    tags: wcag,
    colors: colorRules,
    wanted: [...themes],
    known: [...passed],
  });
  for (const { theme, looked, violations } of findings) {
    expect(looked, 'axe looked at nothing').toBeGreaterThan(0);
    expect(violations, `Accessibility of ${page.url()} in the ${theme} theme`).toEqual([]);
  }
  for (const key of added) passed.add(key);
}
