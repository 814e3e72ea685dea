import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expand, newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

const product = /^Middle school science/;
const className = 'Science 6, Period 4';

/** The workspace on a teacher's screen, at any width. */
class Desk {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get list(): Locator {
    return this.page.getByRole('region', { name: m.workspace_list() });
  }
  get question(): Locator {
    return this.page.getByRole('alertdialog');
  }
  /** The row of a lesson in the list. */
  line(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  async come(): Promise<void> {
    await this.page.goto(paths.workspace);
    await this.page.getByRole('button', { name: m.workspace_new(), exact: true }).waitFor();
  }
  /** The folders: beside the list, or on a phone in a window that a button opens. */
  async tree(): Promise<Locator> {
    const tree = this.page.getByRole('treegrid', { name: m.workspace_folders() });
    const button = this.page.getByRole('button', { name: /^Folder: / });
    await tree.or(button).first().waitFor();
    if (!(await tree.isVisible())) await button.click();
    await tree.getByRole('row', { name: product }).waitFor();
    return tree;
  }
  /** Opens a folder by its path of names. */
  async open(...way: (string | RegExp)[]): Promise<void> {
    const tree = await this.tree();
    for (const [index, name] of way.entries()) {
      const row = tree.getByRole('row', { name }).first();
      await row.waitFor();
      if (index === way.length - 1) await row.click();
      else await expand(row);
    }
  }
  async make(name: string): Promise<void> {
    await this.page.getByRole('button', { name: m.workspace_new_folder(), exact: true }).click();
    await this.page.getByRole('dialog').getByRole('textbox').fill(name);
    await this.page.getByRole('button', { name: m.workspace_create() }).click();
    await this.page.getByText(m.workspace_folder_saved({ name })).first().waitFor();
  }
  async act(inside: Locator, of: string, item: string): Promise<void> {
    await inside.getByRole('button', { name: m.workspace_actions({ name: of }), exact: true }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }
  /** Names and levels in the tree, from a folder down to its next sibling. */
  async shape(name: string): Promise<(string | null)[]> {
    const tree = await this.tree();
    const row = tree.getByRole('row', { name, exact: true });
    await row.waitFor();
    await expand(row);
    const rows = await tree
      .getByRole('row')
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute('aria-label') ?? one.textContent, Number(one.getAttribute('aria-level'))] as const),
      );
    const from = rows.findIndex(([label]) => label === name);
    const level = rows[from]?.[1] ?? 0;
    const after = rows.findIndex(([, depth], index) => index > from && depth <= level);
    return rows.slice(from, after === -1 ? undefined : after).map(([label, depth]) => `${depth} ${label}`);
  }
}

it.each(['desktop', 'phone'] as const)(
  'a teacher puts a folder into another, deletes it with a lesson that a class has, and has it back as it was (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const desk = new Desk(page);
    const look = lookAt(page, 'folders', viewport);
    const [unit, week, lesson] = [`Shore life ${viewport}`, `Week 7 ${viewport}`, `Tide pools ${viewport}`];
    await signIn(page, 'rivera');
    await desk.come();
    await desk.open(product);
    await desk.make(unit);
    await desk.make(week);
    await desk.open(product, week);

    // Adds a lesson to it, and assigns it to a class.
    await page.getByRole('button', { name: m.workspace_new(), exact: true }).click();
    await page.getByRole('menuitem', { name: m.workspace_new_lesson() }).click();
    await page.getByRole('textbox', { name: m.builder_name(), exact: true }).fill(lesson);
    await page.getByRole('button', { name: /^Add / }).first().click();
    await page.getByRole('button', { name: /^Remove / }).waitFor();
    await page.getByRole('button', { name: m.builder_assign() }).click();
    await page.getByRole('button', { name: m.builder_findings_go_on() }).click();
    const box = page.getByRole('dialog').getByRole('checkbox', { name: new RegExp(`^${className}`) });
    await box.check();
    const students = Number(/(\d+) students$/.exec((await box.locator('..').textContent())?.trim() ?? '')?.[1]);
    expect(students).toBeGreaterThan(1);
    await page.getByRole('dialog').getByRole('button', { name: m.teacher_assign(), exact: true }).click();
    await page
      .getByText(m.teacher_assigned({ count: 1 }))
      .first()
      .waitFor();

    await desk.come();
    await desk.open(product, week);
    await desk.line(lesson).waitFor();
    const line = await desk.line(lesson).textContent();
    expect(line).toContain(m.workspace_assigned_to({ count: 1 }));
    const second = new Desk(await page.context().newPage());
    await second.come();
    await second.open(product, week);
    await second.line(lesson).waitFor();

    // Into the other folder.
    await desk.act(await desk.tree(), week, m.workspace_move());
    const move = page.getByRole('dialog', { name: m.workspace_move_title({ name: week }) });
    await move.getByRole('row', { name: unit }).click();
    await look('move');
    await move.getByRole('button', { name: m.workspace_move_do(), exact: true }).click();
    await page
      .getByText(m.workspace_moved({ name: week }))
      .first()
      .waitFor();
    await desk.open(product, unit, week);
    await desk.line(lesson).waitFor();
    const shape = await desk.shape(unit);
    expect(shape).toEqual([`2 ${unit}`, `3 ${week}`]);
    await look('tree');

    // Deletes it. The question states the consequences in numbers.
    await desk.act(await desk.tree(), unit, m.workspace_delete());
    await desk.question.getByText('Its contents will be deleted, too: 1 folder and 1 lesson.').waitFor();
    await desk.question.getByText(`Students have 1 of them: 1 class, ${students} students. They keep it, and their work.`).waitFor();
    await look('question');
    await desk.question.getByRole('button', { name: m.workspace_delete(), exact: true }).click();
    await page.getByText(m.workspace_deleted({ name: unit })).waitFor();
    await page.getByRole('button', { name: m.workspace_undo(), exact: true }).click();
    await page
      .getByText(m.workspace_restored({ name: unit }))
      .first()
      .waitFor();
    const isAsItWas = async (of: Desk) => {
      expect(await of.shape(unit)).toEqual(shape);
      await of.open(product, unit, week);
      await of.line(lesson).waitFor();
      expect(await of.line(lesson).textContent()).toBe(line);
    };
    await isAsItWas(desk);
    await second.page.reload();
    await isAsItWas(second);

    // Permanently. The lesson goes first, which takes it from the class.
    await desk.act(desk.line(lesson), lesson, m.workspace_delete());
    await desk.question.getByText(m.workspace_delete_groups({ count: 1 })).waitFor();
    await desk.question.getByRole('button', { name: m.workspace_delete(), exact: true }).click();
    await desk.line(lesson).waitFor({ state: 'detached' });
    await desk.act(await desk.tree(), unit, m.workspace_delete());
    await desk.question.getByText('Its contents will be deleted, too: 1 folder.').waitFor();
    await desk.question.getByRole('button', { name: m.workspace_delete(), exact: true }).click();
    await page.getByText(m.workspace_deleted({ name: unit })).waitFor();
    await look('deleted');
    await second.come();
    const tree = await second.tree();
    expect(await tree.getByRole('row', { name: unit }).count()).toBe(0);
    expect(await tree.getByRole('row', { name: week }).count()).toBe(0);
  },
);
