import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { longestPlayerName, quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue } from '../tableAddress.ts';
import { useCommand } from '../useCommand.ts';
import { reportCard } from './reportCard.screen.ts';
import { studentQuestion } from './studentQuestion.screen.ts';
import { todaysWinners } from './todaysWinner.screen.ts';

/** Joining a game by its code, and the student's games. */
export default function StudentRegistrationPage() {
  const { send } = useApp();
  const { userPuid, time_zone } = useUser();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const [given] = useAddressValue('code', '');
  const [code, setCode] = useState(given);
  const [name, setName] = useState('');
  const games = useCollection((signal) => send(quizGame.playedGames, {}, { signal }));
  const join = useCommand(
    'joinGame',
    (order: { game_code: string; player_name: string }, { signal }) =>
      send(quizGame.registerPlayer, { user_puid: userPuid, ...order }, { signal }),
    { onDone: (_, { game_id }) => void navigate(addressOf(studentQuestion, game_id)) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') join.give({ game_code: code, player_name: name });
  };
  return (
    <LoadedPage
      collection={games}
      width="narrow"
      title={m.quizGame_title()}
      lead={m.quizGame_join_lead()}
      more={<LinkButton href={addressOf(todaysWinners)}>{m.quizGame_today()}</LinkButton>}
      above={
        <form onSubmit={submit}>
          <Stack>
            {join.problem ? <ProblemNotice title={m.quizGame_join_failed()} problem={join.problem} focus="command-problem" /> : null}
            <TextField
              label={m.quizGame_code()}
              value={code}
              onChange={setCode}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              isRequired
            />
            <TextField
              label={m.quizGame_own_name()}
              description={m.quizGame_own_name_help()}
              value={name}
              onChange={setName}
              autoComplete="off"
              maxLength={longestPlayerName}
            />
            <Button type="submit" variant="primary" isPending={join.isSaving}>
              {m.quizGame_join()}
            </Button>
          </Stack>
        </form>
      }
    >
      {(played) =>
        played.length === 0 ? null : (
          <Section title={m.quizGame_own_games()}>
            <Stack>
              {played.map(({ game_id, title, is_over, at }) => (
                <Card
                  key={game_id}
                  title={title}
                  href={addressOf(is_over ? reportCard : studentQuestion, game_id)}
                  end={is_over ? null : <Badge tone="success">{m.quizGame_is_on()}</Badge>}
                >
                  <Text tone="soft">{formatMoment(at, language, time_zone)}</Text>
                </Card>
              ))}
            </Stack>
          </Section>
        )
      }
    </LoadedPage>
  );
}
