import { type FetchOutcome, provider } from '../../../contract/provider.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack } from '../../ui/Layout.tsx';
import { Notice, type NoticeTone } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useCommand } from '../useCommand.ts';

const outcomes: Readonly<Record<FetchOutcome, readonly [tone: NoticeTone, words: () => string]>> = {
  fetched: ['success', m.studentReports_fetched],
  notReady: ['info', m.studentReports_not_ready],
  notSetUp: ['error', m.studentReports_not_set_up],
  dataSignIn: ['error', m.technical_why_dataSignIn],
  dataBusy: ['warning', m.technical_why_dataBusy],
  dataDown: ['warning', m.technical_why_dataDown],
  dataAnswer: ['error', m.technical_why_dataAnswer],
  unmatched: ['error', m.technical_why_unmatched],
  missing: ['error', m.studentReports_lost],
};
const say = (outcome: FetchOutcome) => outcomes[outcome][1]();

interface FetchResultsProps {
  resultId: number;
  isLearnosity: boolean;
  /** When the results came here last; null: they are not here. */
  fetchedAt: string | null;
  /** The attempt may have changed. */
  onFetched: () => void;
}

/** Where the results of a provider's attempt are, and a button to fetch them now. */
export default function FetchResults({ resultId, isLearnosity, fetchedAt, onFetched }: FetchResultsProps) {
  const { send } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const fetching = useCommand(
    'fetchResults',
    (result_id: number, { signal }) => send(provider.fetchProviderResults, { result_id }, { signal }),
    {
      announce: {
        begun: () => m.studentReports_fetching(),
        done: (_, { outcome }) => say(outcome),
        failed: () => m.studentReports_fetch_failed(),
      },
      onDone: (_, { outcome }) => {
        if (outcome === 'fetched') onFetched();
      },
    },
  );
  const { result } = fetching;
  return (
    <Stack gap={3}>
      <Notice
        tone="info"
        title={isLearnosity && fetchedAt === null ? m.studentReports_waiting() : undefined}
        action={
          <Button size="small" isPending={fetching.isBusy} onPress={() => fetching.give(resultId)}>
            {m.studentReports_fetch()}
          </Button>
        }
      >
        {!isLearnosity
          ? m.studentReports_scored_here()
          : fetchedAt === null
            ? m.studentReports_waiting_text()
            : m.studentReports_fetched_at({ when: formatMoment(fetchedAt, language, time_zone) })}
      </Notice>
      {fetching.problem ? (
        <ProblemNotice title={m.studentReports_fetch_failed()} problem={fetching.problem} focus="command-problem" />
      ) : fetching.isDone && result ? (
        <Notice tone={outcomes[result.outcome][0]} isSaid>
          {say(result.outcome)}
        </Notice>
      ) : null}
    </Stack>
  );
}
