import { autograde, type ExportedResponse, type GradedQuestion } from '../../../contract/autograde.ts';
import type { GradedResource } from '../../machines/autograde/decisions.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { downloadText } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toCsv } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import { answerText } from './words.ts';

type Asked = GradedQuestion['question'];

interface ExportResponsesProps {
  resource: GradedResource;
  asked: GradedQuestion;
  /** Names are in the file as they are on the screen. */
  areNamesShown: boolean;
}

/** The answers as the rows of a file. Points that wait are empty. */
export function exportedRows(question: Asked, responses: readonly ExportedResponse[], areNamesShown: boolean): (string | number)[][] {
  const head = [m.autograde_export_class(), m.autograde_export_answer(), m.autograde_export_points(), m.autograde_export_max()];
  const rows = responses.map((one) => [one.group_name, answerText(question, one), one.points ?? '', question.points]);
  if (!areNamesShown) return [head, ...rows];
  const names = responses.map(({ first_name, last_name }) => nameOf({ first_name: first_name ?? '', last_name: last_name ?? '' }));
  return [[m.autograde_export_name(), ...head], ...rows.map((row, at) => [names[at] ?? '', ...row])];
}

/** Saves the answers to a question as a file. */
export function ExportResponses({ resource: { itemId, itemTypeId, groupPuid }, asked, areNamesShown }: ExportResponsesProps) {
  const { send } = useApp();
  const { userPuid, districtID } = useUser();
  const command = useCommand(
    'responsesExport',
    (with_names: boolean, { signal }) =>
      send(
        autograde.exportResponses,
        {
          ...{ item_id: itemId, itemtype_id: itemTypeId, question_id: asked.question.id, with_names },
          ...{ user_puid: userPuid, district_id: districtID },
          ...(groupPuid === null ? {} : { group_puid: groupPuid }),
        },
        { signal, quiet: true },
      ),
    {
      onDone: (withNames, responses) => {
        void toCsv(exportedRows(asked.question, responses, withNames)).then((text) =>
          downloadText(`${m.autograde_export_file()}-${asked.number}.csv`, 'text/csv', text),
        );
      },
    },
  );
  return (
    <>
      <Button icon={IconDownload} isPending={command.isSaving} onPress={() => command.give(areNamesShown)}>
        {m.autograde_export()}
      </Button>
      {command.problem ? <Notice tone="error">{problemText(command.problem)}</Notice> : null}
    </>
  );
}
