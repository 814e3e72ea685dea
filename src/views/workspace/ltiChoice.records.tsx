import type { UserData } from '../../../contract/login.ts';
import type { LtiChoice } from '../../../contract/lti.ts';
import { m } from '../../paraglide/messages.js';
import { choiceSource, chooseForPlatform } from '../../services/lti/lti.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { useApp } from '../app.ts';
import { kindName } from '../player/kinds.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { ltiChoice } from './ltiChoice.screen.ts';

const columns = (_: UserData): TableColumn<LtiChoice>[] => [
  { key: 'title', header: m.lti_choose_item(), value: ({ title }) => title, isRowHeader: true, width: 'l' },
  {
    key: 'kind',
    header: m.workspace_kind(),
    value: ({ item_type_id }) => (item_type_id === null ? m.workspace_kind_lesson() : kindName(item_type_id)),
    isUnsortable: true,
  },
  {
    key: 'score',
    header: m.lti_choose_score(),
    value: ({ has_score }) => (has_score ? m.lti_choose_has_score() : m.lti_choose_no_score()),
    isUnsortable: true,
  },
];

const leave = (url: string) => window.location.assign(url);

function useChoiceParts({ chosen }: RecordFrame): RecordParts<LtiChoice> {
  const { send } = useApp();
  const choice_id = Number(chosen.choice_id ?? 0);
  const choice = useCommand('ltiChoice', ({ kind, id }: LtiChoice, stop) => chooseForPlatform(send, { choice_id, kind, id }, stop), {
    onDone: (_, { url }) => leave(url),
  });
  return {
    above: () => (choice.problem ? <ProblemNotice title={m.lti_choose_failed()} problem={choice.problem} /> : null),
    actions: (row) => [{ key: 'choose', label: m.lti_choose(), isButton: true, onAction: () => choice.give(row) }],
  };
}

/** A teacher in a learning platform chooses a lesson or an item (deep linking). */
export default recordScreen<LtiChoice>({
  ...ltiChoice,
  title: m.lti_choose_title,
  lead: m.lti_choose_lead,
  source: choiceSource,
  nameOf: ({ title }) => title,
  columns,
  lists: {
    name: 'list',
    label: m.lti_list,
    options: { lessons: m.lti_choose_lessons, items: m.lti_choose_items },
  },
  scope: 'choice_id',
  initial: { sort: { key: 'title', isDescending: false }, filter: '', hidden: [] },
  empty: { title: m.lti_choose_none, text: m.lti_choose_none_text },
  useParts: useChoiceParts,
});
