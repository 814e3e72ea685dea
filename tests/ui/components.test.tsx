// @vitest-environment jsdom

import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense, useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { announce } from '../../src/ui/announce.ts';
import { Button } from '../../src/ui/Button.tsx';
import { Chart, type ChartData } from '../../src/ui/Chart.tsx';
import { ComboBox } from '../../src/ui/ComboBox.tsx';
import { ConfirmDialog } from '../../src/ui/ConfirmDialog.tsx';
import { DatePicker } from '../../src/ui/DatePicker.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { FileDrop } from '../../src/ui/FileDrop.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { KeyboardShortcuts } from '../../src/ui/KeyboardShortcuts.tsx';
import { Link } from '../../src/ui/Link.tsx';
import { Notice } from '../../src/ui/Notice.tsx';
import { onDemand } from '../../src/ui/onDemand.ts';
import { SaveStatus, saveWords } from '../../src/ui/SaveStatus.tsx';
import { Select } from '../../src/ui/Select.tsx';
import { Main } from '../../src/ui/SkipLink.tsx';
import { TextField } from '../../src/ui/TextField.tsx';
import { Timer } from '../../src/ui/Timer.tsx';
import { Tree } from '../../src/ui/Tree.tsx';
import { destinations, type Move, moveNodes, type TreeNode } from '../../src/ui/treeMoves.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';

const show = (children: ReactNode, navigate = vi.fn()) =>
  render(
    <UiProvider language="en" navigate={navigate}>
      {children}
    </UiProvider>,
  );

// Loads popups up front, since they load on first use and would delay the first test.
beforeAll(async () => {
  await import('../../src/ui/SelectPanel.tsx');
});

/** The latest screen reader announcement. */
const heard = () => document.querySelector('[data-live-announcer]')?.textContent;

describe('a button that cannot be used', () => {
  test('keeps its place in the Tab order, does nothing, and says why: by description, on focus and on press', async () => {
    const user = userEvent.setup();
    const onPress = vi.fn();
    show(
      <Button reason="Pick one of them first." onPress={onPress}>
        Assign
      </Button>,
    );
    await user.tab();
    const button = screen.getByRole('button', { name: 'Assign' });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect((button as HTMLButtonElement).disabled).toBe(false);
    const description = document.getElementById(button.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
    expect(description?.textContent).toBe('Pick one of them first.');
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(onPress).not.toHaveBeenCalled();
    expect(document.querySelector('[data-react-aria-top-layer]')?.textContent).toBe('Pick one of them first.');
    expect(heard()).toBe('Pick one of them first.');
  });

  test('does not send its form', async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn();
    show(
      <Form onSubmit={onSubmit}>
        <Button type="submit" reason="Nothing has changed.">
          Save
        </Button>
      </Form>,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('while its work is pending it ignores presses and keeps focus', async () => {
    const user = userEvent.setup();
    const onPress = vi.fn();
    show(
      <Button isPending onPress={onPress}>
        Save
      </Button>,
    );
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onPress).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toContain('Save');
  });
});

function Opened() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <Dialog title="Assign" isOpen={isOpen} onOpenChange={setOpen}>
        <TextField label="Name" />
      </Dialog>
    </>
  );
}

test('a tip goes along with its control when the page scrolls', async () => {
  const user = userEvent.setup();
  show(<Button reason="Pick one of them first.">Assign</Button>);
  const button = screen.getByRole('button', { name: 'Assign' });
  const at = (top: number) => vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 40));
  const tip = () => document.querySelector<HTMLElement>('[data-react-aria-top-layer]')?.style.top;
  at(300);
  await user.tab();
  // Without a layout, the tip has no height: only the gap is between them.
  expect(tip()).toBe('294px');
  at(180);
  document.dispatchEvent(new Event('scroll'));
  expect(tip()).toBe('174px');
});

describe('dialog', () => {
  test('takes focus, keeps it, and gives it back to the opener on Escape', async () => {
    const user = userEvent.setup();
    show(<Opened />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    for (let press = 0; press < 4; press += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  test('a typed confirmation waits for the exact words, on the button and on Enter', async () => {
    const user = userEvent.setup();
    const onConfirm = vi.fn();
    show(
      <ConfirmDialog
        isOpen
        onOpenChange={() => undefined}
        title="Delete 9?"
        typed="delete 9"
        confirmLabel="Delete"
        onConfirm={onConfirm}
        isDanger
      >
        4 submitted.
      </ConfirmDialog>,
    );
    const confirm = screen.getByRole('button', { name: 'Delete' });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    const field = screen.getByRole('textbox');
    await user.type(field, 'delete{Enter}');
    await user.click(confirm);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.type(field, ' 9{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });
});

/** A failure whose own button takes it away. */
function Failure() {
  const [isShown, setIsShown] = useState(true);
  return isShown ? <Notice tone="error" title="Not loaded" action={<Button onPress={() => setIsShown(false)}>Again</Button>} /> : null;
}

describe('a notice that goes with its own button', () => {
  test('leaves the focus on the page', async () => {
    const user = userEvent.setup();
    show(
      <Main>
        <Failure />
        <Button>Next</Button>
      </Main>,
    );
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
  });

  test('leaves the focus in its dialog', async () => {
    const user = userEvent.setup();
    show(
      <Dialog isOpen onOpenChange={() => undefined} title="Assign">
        <Failure />
      </Dialog>,
    );
    await user.click(await screen.findByRole('button', { name: 'Again' }));
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  test('takes the focus from nothing else', async () => {
    const user = userEvent.setup();
    const { unmount } = show(
      <Main>
        <Failure />
      </Main>,
    );
    const other = document.body.appendChild(document.createElement('button'));
    await user.click(other);
    unmount();
    expect(document.activeElement).toBe(other);
    other.remove();
  });
});

describe('a part that loads on demand', () => {
  test('fails silently when it is prepared, and is asked for again on first use', async () => {
    const load = vi.fn(async () => ({ default: () => <p>here</p> }));
    load.mockRejectedValueOnce(new Error('no connection'));
    const { Component, prepare } = onDemand(load);
    await prepare();
    render(
      <Suspense>
        <Component />
      </Suspense>,
    );
    await screen.findByText('here');
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('form', () => {
  test('sends once per press, keeps what was typed, and shows the service’s errors beside the fields and at the top', async () => {
    const user = userEvent.setup();
    const onSubmit = vi.fn<(data: FormData) => void>();
    const form = (errors: Record<string, string>, isPending = false) => (
      <UiProvider language="en" navigate={() => undefined}>
        <Form onSubmit={onSubmit} validationErrors={errors} isPending={isPending}>
          <TextField name="name" label="Name" isRequired />
          <Button type="submit">Save</Button>
        </Form>
      </UiProvider>
    );
    const { rerender } = render(form({}));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), 'Period 2{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onSubmit.mock.calls[0]?.[0].get('name')).toBe('Period 2');
    rerender(form({}, true));
    await user.type(screen.getByRole('textbox'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    rerender(form({ name: 'Taken already.' }));
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('Period 2');
    expect(screen.getByText('Taken already.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('One field needs another look');
  });
});

describe('choices', () => {
  const options = [
    { key: 'a', label: 'Ana' },
    { key: 'b', label: 'Bruno', description: 'Period 2' },
    { key: 'c', label: 'Chloé', reason: 'On leave' },
  ];

  test('Select chooses by keyboard and never what has a reason', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    show(<Select label="Teacher" options={options} onChange={onChange} />);
    await user.tab();
    await user.keyboard('{Enter}');
    const list = await screen.findByRole('listbox');
    expect(within(list).getByRole('option', { name: /Chloé/ }).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('b');
    expect(screen.getByRole('button', { name: /Bruno/ }).textContent).toBe('Bruno');
  });

  test('ComboBox finds by a few letters, without accents', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    show(<ComboBox label="Teacher" options={options.slice(0, 2).concat({ key: 'd', label: 'Zoé' })} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Teacher/ }));
    await user.type(await screen.findByRole('combobox'), 'zoe');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Zoé']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('d');
  });

  test('DatePicker speaks in wall time as text', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    show(<DatePicker label="Due" granularity="minute" value="2030-03-09T23:59" onChange={onChange} />);
    await user.click(screen.getByRole('spinbutton', { name: /day/ }));
    await user.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith('2030-03-10T23:59');
  });
});

describe('save status', () => {
  const at = new Date('2030-01-15T16:42:00Z');

  test('each state in words, with its count', () => {
    expect(saveWords({ kind: 'saved', at }, 'America/Chicago')).toMatch(/^Saved at 10:42\sAM$/u);
    expect(saveWords({ kind: 'saving' })).toBe('Saving…');
    expect(saveWords({ kind: 'offline', count: 2 })).toBe('Not saved yet: offline, 2 answers only on this device');
    expect(saveWords({ kind: 'offline', count: 1 })).toBe(m.ui_save_offline({ count: 1 }));
    expect(saveWords({ kind: 'failed', count: 3 })).toBe('Not saved: 3 answers only on this device');
    expect(saveWords({ kind: 'offline' })).toBe(m.ui_save_offline_here());
    expect(saveWords({ kind: 'failed' })).toBe(m.ui_save_failed_here());
    expect(saveWords({ kind: 'conflict' })).toBe(m.ui_save_conflict());
  });

  test('savings go by quietly; trouble and its end are heard', () => {
    const { container, rerender } = render(<SaveStatus state={{ kind: 'saved', at }} />);
    const said = () => container.querySelector('[role="status"]')?.textContent;
    const quiet = said();
    rerender(<SaveStatus state={{ kind: 'saving' }} />);
    expect(said()).toBe(quiet);
    rerender(<SaveStatus state={{ kind: 'saved', at: new Date('2030-01-15T16:50:00Z') }} />);
    expect(said()).toBe(quiet);
    rerender(<SaveStatus state={{ kind: 'offline', count: 1 }} />);
    expect(said()).toContain('offline');
    rerender(<SaveStatus state={{ kind: 'saved' }} />);
    expect(said()).toBe('Saved');
  });

  test('offers what can be done: try again, compare', async () => {
    const user = userEvent.setup();
    const onRetry = vi.fn();
    const onResolve = vi.fn();
    const { rerender } = render(<SaveStatus state={{ kind: 'failed', count: 1 }} onRetry={onRetry} onResolve={onResolve} />);
    await user.click(screen.getByRole('button'));
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(<SaveStatus state={{ kind: 'conflict' }} onRetry={onRetry} onResolve={onResolve} />);
    await user.click(screen.getByRole('button'));
    expect(onResolve).toHaveBeenCalledOnce();
    rerender(<SaveStatus state={{ kind: 'saved' }} onRetry={onRetry} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('timer', () => {
  test('says the time a few times, can be hidden until the last minute, and can be extended', async () => {
    const user = userEvent.setup();
    const onExtend = vi.fn();
    const timer = (remaining: number) => (
      <UiProvider language="en" navigate={() => undefined}>
        <Timer remaining={remaining} onExtend={onExtend} />
      </UiProvider>
    );
    const { rerender } = render(timer(303));
    expect(screen.getByRole('timer').textContent).toBe('5:03');
    rerender(timer(302));
    expect(heard()).toBe('');
    rerender(timer(300));
    expect(heard()).toBe('5 minutes left');
    rerender(timer(299));
    expect(heard()).toBe('5 minutes left');
    await user.click(screen.getByRole('button', { name: m.ui_timer_hide() }));
    expect(screen.getByRole('timer').textContent).toBe(m.ui_timer_hidden());
    rerender(timer(59));
    expect(screen.getByRole('timer').textContent).toBe('0:59');
    expect(heard()).toBe('59 seconds left');
    await user.click(screen.getByRole('button', { name: m.ui_timer_extend() }));
    expect(onExtend).toHaveBeenCalledOnce();
    rerender(timer(3725));
    await user.click(screen.getByRole('button', { name: m.ui_timer_show() }));
    expect(screen.getByRole('timer').textContent).toBe('1:02:05');
  });
});

describe('announcements', () => {
  test('the same words said twice are new twice; urgent ones interrupt', () => {
    show(null);
    act(() => announce('Moved.'));
    const first = screen.getByText('Moved.');
    act(() => announce('Moved.'));
    const second = screen.getByText('Moved.');
    expect(second).not.toBe(first);
    expect(second.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    act(() => announce('Signed out.', { assertive: true }));
    expect(screen.getByText('Signed out.').closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive');
  });
});

describe('chart', () => {
  const data: ChartData = {
    labels: ['Period 1', 'Period 2', 'Period 3'],
    series: [
      { name: 'Submitted', values: [12, null, 3] },
      { name: 'Open', values: [8, 5, 1500] },
    ],
  };

  test.each(['bar', 'line', 'stacked'] as const)('%s: every number drawn is in the table, and the missing one is named', async (kind) => {
    const user = userEvent.setup();
    show(<Chart kind={kind} title="Progress" data={data} labelHeader="Class" format={(value) => `${value} st.`} />);
    const picture = screen.getByRole('img', { name: 'Progress' });
    const drawn = [...picture.querySelectorAll('title')].map(({ textContent }) => textContent).sort();
    expect(drawn).toEqual(
      [
        'Open, Period 1: 8 st.',
        'Open, Period 2: 5 st.',
        'Open, Period 3: 1500 st.',
        'Submitted, Period 1: 12 st.',
        'Submitted, Period 3: 3 st.',
      ].sort(),
    );
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.queryByRole('img', { name: 'Progress' })).toBeNull();
    const cells = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Class', 'Submitted', 'Open'],
      ['Period 1', '12 st.', '8 st.'],
      ['Period 2', m.ui_chart_missing(), '5 st.'],
      ['Period 3', '3 st.', '1500 st.'],
    ]);
  });

  test('across: each line names its numbers, one after the other, and a long label is cut only in the drawing', () => {
    const long = 'A lesson with a name that is far longer than what has room beside its bar, and then some';
    show(<Chart kind="across" title="Progress" data={{ ...data, labels: ['Period 1', 'Period 2', long] }} labelHeader="Class" />);
    const picture = screen.getByRole('img', { name: 'Progress' });
    expect([...picture.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      'Period 1: Submitted: 12, Open: 8',
      `Period 2: Submitted: ${m.ui_chart_missing()}, Open: 5`,
      `${long}: Submitted: 3, Open: 1,500`,
    ]);
    const [, , label] = [...picture.querySelectorAll('text')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^(Period|A lesson)/.test(text));
    expect(label).toMatch(/^A lesson with .*…$/);
    expect(long.startsWith(label?.slice(0, -1) ?? 'nothing')).toBe(true);
    const [first, second] = [...picture.querySelectorAll('rect')].filter((rect) => rect.getAttribute('height') === '18');
    const edge = (rect: Element | undefined, name: string) => Number(rect?.getAttribute(name));
    expect(edge(first, 'x') + edge(first, 'width')).toBeCloseTo(edge(second, 'x'));
  });

  test.each([
    ['above bars that are wide enough for all of them', 3, ['897%', '898%']],
    ['in the table alone if one is wider than a bar', 6, []],
  ])('values are written %s', (_, count, written) => {
    const labels = Array.from({ length: count }, (_, at) => `Question ${at + 1}`);
    const series = [
      { name: 'Own', values: labels.map(() => 897) },
      { name: 'Class', values: labels.map(() => 898) },
    ];
    show(<Chart kind="bar" title="Progress" data={{ labels, series }} labelHeader="Question" format={(value) => `${value}%`} />);
    const texts = [...screen.getByRole('img').querySelectorAll('text')].map(({ textContent }) => textContent);
    expect([...new Set(texts.filter((text) => text.startsWith('89')))].sort()).toEqual(written);
  });

  test('measured x values lie where they belong, also when they repeat', () => {
    show(
      <Chart
        kind="scatter"
        title="Spring"
        labelHeader="Mass (g)"
        data={{ labels: ['0', '50', '50', '100'], x: [0, 50, 50, 100], series: [{ name: 'Stretch', values: [0, 2, 3, 4] }] }}
      />,
    );
    const places = [...screen.getByRole('img').querySelectorAll('g[transform] > title')].map((title) => {
      const [x = 0, y = 0] = (title.parentElement?.getAttribute('transform')?.match(/[\d.]+/g) ?? []).map(Number);
      return { x, y };
    });
    expect(places).toHaveLength(4);
    const [first, second, third, fourth] = places as [Place, Place, Place, Place];
    expect(second.x).toBe(third.x);
    expect(second.x - first.x).toBeCloseTo(fourth.x - second.x);
    expect(third.y).toBeLessThan(second.y);
  });

  test('nothing to draw is no error', () => {
    show(<Chart kind="line" title="Empty" labelHeader="Class" data={{ labels: [], series: [{ name: 'A', values: [] }] }} />);
    expect(screen.getByRole('img', { name: 'Empty' }).innerHTML).not.toContain('NaN');
  });
});

interface Place {
  x: number;
  y: number;
}

describe('tree', () => {
  const items: TreeNode[] = [
    {
      key: 'matter',
      label: 'Matter',
      children: [
        { key: 'ice', label: 'Ice' },
        { key: 'labs', label: 'Labs', children: [{ key: 'density', label: 'Density' }] },
      ],
    },
    { key: 'forces', label: 'Forces', children: [] },
    { key: 'welcome', label: 'Welcome' },
  ];
  const row = (name: string) => screen.getByRole('row', { name });
  const rows = () => screen.getAllByRole('row').map((each) => each.getAttribute('aria-label'));

  test('arrows walk, open and close; Home, End and letters jump; Enter opens an item', async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn();
    show(<Tree label="Lessons" items={items} onOpen={onOpen} />);
    expect(rows()).toEqual(['Matter', 'Forces', 'Welcome']);
    await user.tab();
    expect(document.activeElement).toBe(row('Matter'));
    await user.keyboard('{ArrowRight}');
    expect(rows()).toEqual(['Matter', 'Ice', 'Labs', 'Forces', 'Welcome']);
    expect(row('Matter').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row('Ice'));
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('ice');
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(row('Welcome'));
    await user.keyboard('f');
    expect(document.activeElement).toBe(row('Forces'));
    await user.keyboard('{Home}{ArrowLeft}');
    expect(rows()).toEqual(['Matter', 'Forces', 'Welcome']);
  });

  test('Space selects by keyboard', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    show(<Tree label="Lessons" items={items} selectionMode="multiple" selected={new Set()} onSelectedChange={onSelect} />);
    await user.tab();
    await user.keyboard('{ArrowDown} ');
    expect(onSelect).toHaveBeenLastCalledWith(new Set(['forces']));
  });

  test('Move to… offers every folder but its own and its inside, and moves on confirmation', async () => {
    const user = userEvent.setup();
    const onMove = vi.fn<(move: Move) => void>();
    show(<Tree label="Lessons" items={items} defaultExpanded={['matter']} onMove={onMove} />);
    await user.click(screen.getByRole('button', { name: 'Actions for Labs' }));
    await user.click(await screen.findByRole('menuitem', { name: m.ui_tree_move_to() }));
    const dialog = await screen.findByRole('dialog', { name: 'Move “Labs”' });
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual([m.ui_tree_top(), 'Forces']);
    expect(within(dialog).getByRole('button', { name: 'Move' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(within(dialog).getByRole('radio', { name: 'Forces' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith({ keys: ['labs'], target: 'forces', position: 'inside' });
  });

  test('a move puts items where they belong and never a folder into itself', () => {
    const shape = (nodes: readonly TreeNode[]): unknown => nodes.map(({ key, children }) => (children ? [key, shape(children)] : key));
    expect(shape(moveNodes(items, { keys: ['welcome'], target: 'matter', position: 'inside' }))).toEqual([
      ['matter', ['ice', ['labs', ['density']], 'welcome']],
      ['forces', []],
    ]);
    expect(shape(moveNodes(items, { keys: ['welcome', 'density'], target: 'ice', position: 'before' }))).toEqual([
      ['matter', ['density', 'welcome', 'ice', ['labs', []]]],
      ['forces', []],
    ]);
    expect(shape(moveNodes(items, { keys: ['ice'], target: null, position: 'inside' }))).toEqual([
      ['matter', [['labs', ['density']]]],
      ['forces', []],
      'welcome',
      'ice',
    ]);
    expect(moveNodes(items, { keys: ['matter'], target: 'labs', position: 'inside' })).toBe(items);
    expect(destinations(items, 'density').map(({ path }) => path.join('/'))).toEqual(['Matter', 'Forces']);
  });
});

describe('files', () => {
  test('refuses wrong kinds and sizes by name, and passes on the rest', async () => {
    const user = userEvent.setup({ applyAccept: false });
    const onFiles = vi.fn();
    const { container } = show(<FileDrop label="Roster" accept={['.csv']} maxBytes={1000} isMultiple onFiles={onFiles} />);
    const input = container.querySelector('input[type="file"]') as HTMLInputElement;
    const good = new File(['a,b'], 'users.CSV');
    await user.upload(input, [good, new File(['x'], 'photo.png'), new File(['x'.repeat(1500)], 'big.csv')]);
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([good]);
    const problem = screen.getByRole('alert').textContent;
    expect(problem).toContain('photo.png');
    expect(problem).toContain(m.ui_file_too_large({ name: 'big.csv', size: '1.5 kB', max: '1 kB' }));
  });
});

describe('the rest of the frame', () => {
  test('? opens the shortcuts, but is a letter in a field', async () => {
    const user = userEvent.setup();
    show(
      <>
        <TextField label="Name" />
        <KeyboardShortcuts groups={[{ title: 'Table', shortcuts: [{ keys: ['Ctrl', 'A'], label: 'Select all' }] }]} />
      </>,
    );
    await user.type(screen.getByRole('textbox'), 'why?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    expect((await screen.findByRole('dialog')).textContent).toContain('Select all');
  });

  test('links move through the router', async () => {
    const user = userEvent.setup();
    const navigate = vi.fn();
    show(<Link href="/classes/7">Class 7</Link>, navigate);
    await user.click(screen.getByRole('link', { name: 'Class 7' }));
    expect(navigate.mock.calls[0]?.[0]).toBe('/classes/7');
  });
});
