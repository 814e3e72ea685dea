// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Html } from '../../src/ui/Html.tsx';

const show = (html: string) => render(<Html html={html} />).container.firstElementChild as HTMLElement;

/** Everything in a tree that could run, load, ask for input, or imitate the product. */
const dangers = (root: Element) =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    ...(/^(script|style|iframe|object|embed|form|input|button|textarea|select|link|meta|base|foreignobject|animate|set|use|image)$/i.test(
      element.localName,
    )
      ? [element.localName]
      : []),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on|^(style|srcdoc|formaction|srcset|autofocus|tabindex)$/i.test(name) || /^\s*(java|vb)script:|^data:text/i.test(value),
      )
      .map(({ name, value }) => `${element.localName} ${name}=${value}`),
  ]);

describe('nothing that runs gets through', () => {
  test.each([
    '<script>window.hacked = 1</script>',
    '<img src=x onerror="window.hacked = 1">',
    '<svg><script>window.hacked = 1</script></svg>',
    '<svg onload="window.hacked = 1"><circle r="4"/></svg>',
    '<svg><a xlink:href="javascript:window.hacked=1"><text>x</text></a></svg>',
    '<svg><animate onbegin="window.hacked=1" attributeName="x" dur="1s"/></svg>',
    '<svg><set attributeName="href" to="javascript:window.hacked=1"/></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=window.hacked=1>#x"/></svg>',
    '<svg><image href="https://tracker.example/pixel.png"/></svg>',
    '<svg><foreignObject><iframe srcdoc="<script>parent.hacked=1</script>"></iframe></foreignObject></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=window.hacked=1>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked=1&gt;">',
    '<math><mi xlink:href="javascript:window.hacked=1">x</mi></math>',
    '<a href="javascript:window.hacked=1">x</a>',
    '<a href=" jav&#x09;ascript:window.hacked=1">x</a>',
    '<a href="data:text/html,<script>window.hacked=1</script>">x</a>',
    '<iframe src="javascript:parent.hacked=1"></iframe>',
    '<object data="data:text/html,<script>window.hacked=1</script>"></object>',
    '<form action="https://thief.example"><input name=password autofocus onfocus="window.hacked=1"><button formaction="javascript:1">x</button></form>',
    '<div style="position:fixed;inset:0;background:url(https://tracker.example)">x</div>',
    '<p tabindex="1" contenteditable autofocus onfocus="window.hacked=1">x</p>',
    '<template><img src=x onerror=window.hacked=1></template>',
    '<noscript><p title="</noscript><img src=x onerror=window.hacked=1>"></noscript>',
    '<link rel=stylesheet href="https://tracker.example/x.css"><meta http-equiv=refresh content="0;url=javascript:1"><base href="https://thief.example/">',
    '<img src="x" srcset="https://tracker.example/1 1x">',
    '<marquee onstart=window.hacked=1>x</marquee><details open ontoggle=window.hacked=1><summary>x</summary></details>',
    '<video><source onerror="window.hacked=1"></video>',
  ])('%s', (html) => {
    const root = show(html);
    expect(dangers(root)).toEqual([]);
    expect('hacked' in window).toBe(false);
  });

  test('classes of the product and global names cannot be borrowed', () => {
    const root = show(
      '<p class="button d-text primary">x</p><p class="sign-in" id="content" name="forms">y</p><img name="getElementById" alt="">',
    );
    expect([...root.querySelectorAll('p')].map((p) => p.getAttribute('class'))).toEqual(['d-text', null]);
    expect(root.querySelector('#content')).toBeNull();
    expect(typeof document.getElementById).toBe('function');
  });
});

describe('what content needs stays', () => {
  const diagram =
    '<svg viewBox="0 0 10 10" role="img" aria-labelledby="t d"><title id="t">Arrow</title><desc id="d">It points right.</desc>' +
    '<defs><marker id="tip" orient="auto"><path d="M0 0L1 1" class="d-solid-4"/></marker></defs>' +
    '<g id="cell" class="d-target"><circle r="2" class="d-fill-1 d-line-1" stroke-width="2"/></g>' +
    '<path d="M0 0H9" class="d-ink" marker-end="url(#tip)"/><text class="d-text" x="1" y="2" text-anchor="middle" font-size="14">x</text></svg>';

  test('a diagram keeps its shapes, classes and words', () => {
    const root = show(diagram);
    expect(root.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 10 10');
    expect(root.querySelector('circle')?.getAttribute('class')).toBe('d-fill-1 d-line-1');
    expect(root.querySelector('title')?.textContent).toBe('Arrow');
    expect(root.querySelector('text')?.getAttribute('text-anchor')).toBe('middle');
  });

  test('ids of two diagrams on one page stay apart, and references follow them', () => {
    const { container } = render(
      <>
        <Html html={diagram} />
        <Html html={diagram} />
      </>,
    );
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
    for (const svg of container.querySelectorAll('svg')) {
      const marker = svg.querySelector('marker');
      expect(svg.querySelector('[marker-end]')?.getAttribute('marker-end')).toBe(`url(#${marker?.id})`);
      const [title, text] = svg.getAttribute('aria-labelledby')?.split(' ') ?? [];
      expect(svg.querySelector('title')?.id).toBe(title);
      expect(svg.querySelector('desc')?.id).toBe(text);
    }
    expect(container.querySelectorAll('[data-id="cell"]')).toHaveLength(2);
  });

  test('formulas, tables, sub and sup, links and language', () => {
    const { container } = render(
      <Html
        language="es"
        html='<p>H<sub>2</sub>O <a href="https://www.nasa.gov/">NASA</a> <a href="/authenticated/x">aquí</a></p><math><mfrac><mi>m</mi><mi>V</mi></mfrac></math><table><tr><th scope="col">t</th></tr></table>'
      />,
    );
    expect(container.querySelector('[lang="es"]')).not.toBeNull();
    expect(container.querySelector('mfrac')).not.toBeNull();
    expect(container.querySelector('th')?.getAttribute('scope')).toBe('col');
    const [outside, inside] = container.querySelectorAll('a');
    expect([outside?.target, outside?.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(inside?.getAttribute('target')).toBeNull();
  });

  test('new HTML takes the place of the old', () => {
    const { container, rerender } = render(<Html html="<p>one</p>" />);
    rerender(<Html html="<p>two</p>" />);
    expect(container.textContent).toBe('two');
  });

  test('no markup is assigned: only nodes are put in place', () => {
    const set = vi.spyOn(Element.prototype, 'innerHTML', 'set');
    show('<p>x</p>');
    expect(set).not.toHaveBeenCalled();
  });
});
