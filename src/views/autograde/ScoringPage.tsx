import { useParams, useSearchParams } from 'react-router-dom';
import type { QuestionScoring, Regrade } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { type AskedQuestion, loadScoring, undoScoring } from '../../services/scoring.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Html } from '../../ui/Html.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { nameOf } from '../words.ts';
import { gradeQuestions } from './questions.screen.ts';
import { RegradeQuestion, useRegrade } from './RegradeQuestion.tsx';
import { ScoringForm } from './ScoringForm.tsx';

/** How the answers to a question are scored: the ideas, the right answers, and what was changed. */
export default function ScoringPage() {
  const { value } = useParams();
  const [params] = useSearchParams();
  const { userPuid } = useUser();
  const [item_id = 0, itemtype_id = 0, question_id = 0] = decodeIds(value, 3) ?? [];
  return (
    <Scoring
      key={value}
      asked={{ item_id, itemtype_id, question_id, user_puid: userPuid }}
      firstClass={Number(params.get('class')) || undefined}
    />
  );
}

interface ScoringProps {
  asked: AskedQuestion;
  /** The class that the form begins with; undefined: those that score alike. */
  firstClass?: number | undefined;
}

export function Scoring({ asked, firstClass }: ScoringProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => loadScoring(send, asked, signal));
  const command = useRegrade(collection.refresh);
  const number = collection.data?.scoring.number;
  return (
    <LoadedPage
      collection={collection}
      title={number === undefined ? m.autograde_scoring_how() : m.autograde_scoring_title({ number })}
      breadcrumbs={[{ label: m.autograde_title(), href: addressOf(gradeQuestions, asked.item_id, asked.itemtype_id) }]}
    >
      {({ scoring, regrades }) => (
        <Stack gap={5}>
          <Html html={scoring.question.question_text} />
          {/* What the teacher changed before the new scoring has come would be lost with the old form. */}
          <div inert={collection.isBusy}>
            <ScoringForm key={versionsOf(scoring)} asked={asked} scoring={scoring} firstClass={firstClass} onOrder={command.give} />
          </div>
          <RegradeQuestion command={command} onReload={collection.refresh} />
          <Regrades asked={asked} regrades={regrades} onUndone={collection.refresh} />
        </Stack>
      )}
    </LoadedPage>
  );
}

/** Changes when somebody has changed the scoring, so that the form shows what holds. */
const versionsOf = ({ classes }: QuestionScoring) => classes.map(({ group_puid, version }) => `${group_puid}:${version}`).join(' ');

interface RegradesProps {
  asked: AskedQuestion;
  regrades: readonly Regrade[];
  onUndone: () => void;
}

/** What was changed, by whom, and Undo for what nobody has changed since. */
export function Regrades({ asked: { user_puid }, regrades, onUndone }: RegradesProps) {
  const { send } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const notices = useNotices();
  const command = useCommand('undoRegrade', (regrade: Regrade, { signal }) => undoScoring(send, user_puid, regrade.regrade_id, signal), {
    onDone: (_, { kept }) => {
      const names = kept.map(nameOf).join(', ');
      const text = kept.length > 0 ? m.autograde_regrade_undone_but({ names }) : m.autograde_regrade_undone();
      notices.send({ type: 'notice.posted', kind: 'success', text });
      onUndone();
    },
  });
  return (
    <Section title={m.autograde_regrades()}>
      <Stack gap={3}>
        {command.problem ? <Notice tone="error">{problemText(command.problem)}</Notice> : null}
        {regrades.length === 0 ? <Text tone="soft">{m.autograde_regrades_none()}</Text> : null}
        {regrades.map((regrade) => (
          <Row key={regrade.regrade_id} gap={3}>
            <Text>
              {m.autograde_regrade_by({
                name: regrade.user_name,
                when: formatMoment(regrade.applied_at, language, time_zone),
                count: regrade.changed,
              })}{' '}
              {regrade.undone_by === null ? null : m.autograde_regrade_undone_by({ name: regrade.undone_by })}
            </Text>
            {regrade.may_undo ? (
              <Button
                size="small"
                isPending={command.isSaving && command.order?.regrade_id === regrade.regrade_id}
                onPress={() => command.give(regrade)}
              >
                {m.autograde_regrade_undo()}
              </Button>
            ) : null}
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
