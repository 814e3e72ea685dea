// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { autograde, type GradedQuestion } from '../../contract/autograde.ts';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { toCsv } from '../../src/ui/tableState.ts';
import { ExportResponses, exportedRows } from '../../src/views/autograde/ExportResponses.tsx';
import { questionOf } from '../machines/gradingCases.ts';
import { questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const resource = { itemId: idOf('course/unit/sub/quiz'), itemTypeId: ResourceType.quiz, groupPuid: null };
const asked: GradedQuestion = questionOf(questionIdAt(3), { number: 4 });
let saved: { name: string; file: Blob }[] = [];
beforeEach(() => {
  saved = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob;
    return 'blob:answers';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made) saved.push({ name: this.download, file: made });
  });
  URL.revokeObjectURL = () => {};
});

let opened: Screen;

describeCommand({
  name: 'responsesExport',
  orders: [false],
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.exportResponses] });
    await makeOddClass(opened.network.backend);
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <ExportResponses resource={resource} asked={asked} areNamesShown={false} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: autograde.exportResponses },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: new RegExp(m.autograde_export()) })) },
  see: {
    'ready.fresh': () => expect(saved).toEqual([]),
    'ready.done': async () => {
      await waitFor(() => expect(saved.at(-1)?.name).toBe('answers-4.csv'));
      const text = await saved.at(-1)?.file.text();
      expect(text).toMatch(/^\W*Class,Answer,/);
      expect(text).not.toContain('Person');
    },
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(autograde.exportResponses)).toBe(1)),
  },
});

it('has names only as they are on the screen, and nothing that a spreadsheet runs', async () => {
  const row = { group_name: 'Class', answer_id: null, answer_text: '=SUM(A1)', points: null, scored_by: null };
  const [withNames, without] = [
    exportedRows(asked.question, [{ ...row, first_name: '@Ana', last_name: 'Lee' }], true),
    exportedRows(asked.question, [{ ...row, first_name: null, last_name: null }], false),
  ];
  expect(without).toEqual([
    ['Class', 'Answer', 'Points', 'Of'],
    ['Class', '=SUM(A1)', '', 2],
  ]);
  expect(withNames[0]?.[0]).toBe('Student');
  expect(await toCsv(withNames)).toContain("'=SUM(A1)");
  expect(await toCsv(withNames)).toContain("'@Ana");
});
