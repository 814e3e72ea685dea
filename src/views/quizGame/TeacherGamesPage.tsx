import { quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Grid, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { GameForm } from './GameForm.tsx';
import { teacherReportCard } from './teacherReportCard.screen.ts';
import { todaysWinners } from './todaysWinner.screen.ts';

/** The teacher's games, and a form to open another. */
export default function TeacherGamesPage() {
  const { send } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const games = useCollection((signal) => send(quizGame.ledGames, {}, { signal }));
  return (
    <LoadedPage
      collection={games}
      title={m.quizGame_title()}
      lead={m.quizGame_lead()}
      more={<LinkButton href={addressOf(todaysWinners)}>{m.quizGame_today()}</LinkButton>}
      above={<GameForm />}
      shape="card"
      count={3}
    >
      {(led) =>
        led.length === 0 ? null : (
          <Section title={m.quizGame_own_games()}>
            <Grid>
              {led.map(({ game_id, title, group_name, is_over, at, players }) => (
                <Card
                  key={game_id}
                  title={title}
                  eyebrow={group_name}
                  href={addressOf(teacherReportCard, game_id)}
                  end={is_over ? null : <Badge tone="success">{m.quizGame_is_on()}</Badge>}
                >
                  <Text tone="soft">
                    {formatMoment(at, language, time_zone)} · {m.quizGame_players({ count: players })}
                  </Text>
                </Card>
              ))}
            </Grid>
          </Section>
        )
      }
    </LoadedPage>
  );
}
