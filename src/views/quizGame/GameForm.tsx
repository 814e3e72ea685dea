import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { groups } from '../../../contract/groups.ts';
import { type GameMode, gameModes, mostTicketQuestions, quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Section } from '../../ui/Page.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { plainText } from '../reports/plainText.ts';
import { addressOf } from '../screen.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import { teacherReportCard } from './teacherReportCard.screen.ts';

/** The source "what the class got wrong lately". */
const missed = '0';
/** Times of a round, and of a game at everyone's own pace, in s; 0: no limit. */
const roundTimes = [10, 20, 30, 60, 120, 0];
const gameTimes = [300, 600, 900, 1800, 0];

const modeTexts: Record<GameMode, { label: () => string; description: () => string }> = {
  together: { label: m.quizGame_mode_together, description: m.quizGame_mode_together_text },
  ownPace: { label: m.quizGame_mode_own_pace, description: m.quizGame_mode_own_pace_text },
  ticket: { label: m.quizGame_mode_ticket, description: m.quizGame_mode_ticket_text },
};
const timeText = (seconds: number) =>
  seconds === 0
    ? m.quizGame_no_limit()
    : seconds < 120
      ? m.quizGame_seconds({ count: seconds })
      : m.quizGame_minutes({ count: seconds / 60 });

interface Order {
  quiz_id: number;
  group_puid: number;
  mode: GameMode;
  seconds: number;
  teams: number;
  counts_speed: boolean;
  has_guests: boolean;
  extra_time?: number[];
  has_own_names: boolean;
  question_ids: number[];
}

/** Opens a game: for which class, with which questions, and how it is played. */
export function GameForm() {
  const { send } = useApp();
  const { userPuid } = useUser();
  const classes = useCollection((signal) => send(groups.myGroups, { user_puid: userPuid }, { signal }));
  const [group, setGroup] = useState('');
  const [search, setSearch] = useState('');
  const [quiz, setQuiz] = useState<string | null>(null);
  // Another list may not have the chosen quiz.
  const list = (change: () => void) => {
    change();
    setQuiz(null);
  };
  return (
    <Section title={m.quizGame_new()}>
      <Stack>
        <LoadState collection={classes} />
        <NativeSelect
          label={m.quizGame_class()}
          placeholder={m.quizGame_class_choose()}
          value={group || null}
          options={[
            ...(classes.data ?? []).map(({ group_puid, group_name }) => ({ key: String(group_puid), label: group_name })),
            { key: '0', label: m.quizGame_class_any() },
          ]}
          onChange={(key) => list(() => setGroup(key))}
        />
        <SearchField
          label={m.quizGame_search()}
          onSubmit={(text) => list(() => setSearch(text))}
          onClear={() => list(() => setSearch(''))}
        />
        <Settings group_puid={Number(group)} hasClass={group !== ''} quiz={quiz}>
          <QuizSelect key={`${group} ${search}`} group_puid={Number(group)} search={search} quiz={quiz} onChange={setQuiz} />
        </Settings>
      </Stack>
    </Section>
  );
}

interface QuizSelectProps {
  group_puid: number;
  search: string;
  quiz: string | null;
  onChange: (quiz: string) => void;
}

/** The quizzes that a search finds, and what the class got wrong lately. */
function QuizSelect({ group_puid, search, quiz, onChange }: QuizSelectProps) {
  const { send } = useApp();
  const quizzes = useCollection((signal) => send(quizGame.gameQuizzes, { group_puid, search }, { signal }));
  const { data } = quizzes;
  return (
    <>
      <LoadState collection={quizzes} />
      <NativeSelect
        label={m.quizGame_quiz()}
        placeholder={m.quizGame_quiz_choose()}
        value={quiz}
        options={[
          ...(data && data.missed_count > 0 ? [{ key: missed, label: m.quizGame_missed({ count: data.missed_count }) }] : []),
          ...(data?.quizzes ?? []).map(({ quiz_id, title, question_count, is_own }) => ({
            key: String(quiz_id),
            label: `${is_own ? '★ ' : ''}${m.quizGame_quiz_with({ title, count: question_count })}`,
          })),
        ]}
        onChange={onChange}
      />
    </>
  );
}

interface TicketQuestionsProps {
  source: { quiz_id: number; group_puid: number };
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The questions that an exit ticket may ask. */
function TicketQuestions({ source, chosen, onChange }: TicketQuestionsProps) {
  const { send } = useApp();
  const questions = useCollection((signal) => send(quizGame.gameQuestions, source, { signal }));
  const { data } = questions;
  return (
    <>
      <LoadState collection={questions} />
      {data ? (
        <CheckboxGroup
          label={m.quizGame_ticket_questions()}
          description={m.quizGame_ticket_questions_help()}
          options={data.map(({ question_id, question_text }) => ({ key: String(question_id), label: plainText(question_text) }))}
          value={chosen}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

interface ExtraTimeProps {
  group_puid: number;
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[]) => void;
}

/** The students for whom speed does not count; at first those of the game before. */
function ExtraTime({ group_puid, chosen, onChange }: ExtraTimeProps) {
  const { send } = useApp();
  const students = useCollection((signal) => send(quizGame.extraTime, { group_puid }, { signal }));
  const { data } = students;
  return (
    <>
      <LoadState collection={students} />
      {data && data.length > 0 ? (
        <CheckboxGroup
          label={m.quizGame_extra_time()}
          description={m.quizGame_extra_time_help()}
          options={data.map(({ user_puid, name }) => ({ key: String(user_puid), label: name }))}
          value={chosen ?? data.filter(({ has_extra_time }) => has_extra_time).map(({ user_puid }) => String(user_puid))}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

interface SettingsProps {
  group_puid: number;
  hasClass: boolean;
  quiz: string | null;
  /** The choice of a quiz. */
  children: ReactNode;
}

/** How a game is played. The settings stay while the teacher looks for a quiz. */
function Settings({ group_puid, hasClass, quiz, children }: SettingsProps) {
  const { send } = useApp();
  const navigate = useNavigate();
  const [mode, setMode] = useState<GameMode>('together');
  const [seconds, setSeconds] = useState(30);
  const [teams, setTeams] = useState(0);
  const [countsSpeed, setSpeed] = useState(false);
  const [hasOwnNames, setOwnNames] = useState(false);
  const [hasGuests, setGuests] = useState(false);
  /** The class, and who has extra time in it; null: as in the game before. */
  const [extraTime, setExtraTime] = useState<{ group_puid: number; chosen: readonly string[] } | null>(null);
  const ownTime = extraTime?.group_puid === group_puid ? extraTime.chosen : null;
  /** The questions of an exit ticket, with the choice that they belong to. */
  const source = `${group_puid} ${quiz}`;
  const [ticket, setTicket] = useState<{ source: string; chosen: readonly string[] } | null>(null);
  const asked = ticket?.source === source ? ticket.chosen : [];
  const ticketReason =
    mode !== 'ticket' || (asked.length > 0 && asked.length <= mostTicketQuestions)
      ? null
      : m.quizGame_ticket_choose({ count: mostTicketQuestions });
  const open = useCommand(
    'createGame',
    ({ mode: way, question_ids, ...order }: Order, { signal }) =>
      way === 'ticket'
        ? send(
            quizGame.startExitTicket,
            { quiz_id: order.quiz_id, group_puid: order.group_puid, has_guests: order.has_guests, question_ids },
            { signal },
          )
        : send(quizGame.createGame, { ...order, mode: way }, { signal }),
    { onDone: (_, { game_id }) => void navigate(addressOf(teacherReportCard, game_id)) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasClass && quiz !== null && ticketReason === null)
      open.give({
        ...{ quiz_id: Number(quiz), group_puid, mode, seconds, teams: teams === 1 ? 0 : teams },
        ...{ counts_speed: countsSpeed, has_own_names: hasOwnNames, question_ids: asked.map(Number), has_guests: hasGuests },
        ...(ownTime && { extra_time: ownTime.map(Number) }),
      });
  };
  const times = mode === 'together' ? roundTimes : gameTimes;
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <RadioGroup
          label={m.quizGame_mode()}
          look="cards"
          value={mode}
          options={gameModes.map((key) => ({ key, label: modeTexts[key].label(), description: modeTexts[key].description() }))}
          onChange={(key) => {
            setMode(key as GameMode);
            setSeconds(key === 'together' ? 30 : 600);
          }}
        />
        {mode === 'ticket' ? (
          quiz !== null && hasClass ? (
            <TicketQuestions
              key={source}
              source={{ quiz_id: Number(quiz), group_puid }}
              chosen={asked}
              onChange={(chosen) => setTicket({ source, chosen })}
            />
          ) : null
        ) : (
          <>
            <NativeSelect
              label={mode === 'together' ? m.quizGame_time_round() : m.quizGame_time_game()}
              placeholder=""
              value={String(seconds)}
              options={times.map((time) => ({ key: String(time), label: timeText(time) }))}
              onChange={(key) => setSeconds(Number(key))}
            />
            <NumberField
              label={m.quizGame_teams_count()}
              description={m.quizGame_teams_help()}
              value={teams}
              maxValue={6}
              onChange={setTeams}
            />
            {mode === 'together' ? (
              <>
                <Switch label={m.quizGame_speed()} description={m.quizGame_speed_help()} isSelected={countsSpeed} onChange={setSpeed} />
                {countsSpeed && group_puid !== 0 ? (
                  <ExtraTime
                    key={group_puid}
                    group_puid={group_puid}
                    chosen={ownTime}
                    onChange={(chosen) => setExtraTime({ group_puid, chosen })}
                  />
                ) : null}
              </>
            ) : null}
            <Switch label={m.quizGame_names()} description={m.quizGame_names_help()} isSelected={hasOwnNames} onChange={setOwnNames} />
          </>
        )}
        <Switch label={m.quizGame_guests()} description={m.quizGame_guests_help()} isSelected={hasGuests} onChange={setGuests} />
        {open.problem ? <ProblemNotice title={m.quizGame_open_failed()} problem={open.problem} focus="command-problem" /> : null}
        <Row>
          <Button
            type="submit"
            variant="primary"
            isPending={open.isSaving}
            reason={hasClass ? (quiz === null ? m.quizGame_quiz_first() : ticketReason) : m.quizGame_class_first()}
          >
            {m.quizGame_open()}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
