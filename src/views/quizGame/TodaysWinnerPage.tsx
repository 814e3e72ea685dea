import { useParams } from 'react-router-dom';
import { students } from '../../../contract/kit.ts';
import { quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { Ranking } from './Ranking.tsx';
import { studentRegistration } from './studentRegistration.screen.ts';
import { teacherGames } from './teacherGames.screen.ts';

/** Who won the games of a class today, or of all classes. */
export default function TodaysWinnerPage() {
  const [group_puid = 0] = decodeIds(useParams().value, 1) ?? [];
  return <Today key={group_puid} group_puid={group_puid} />;
}

function Today({ group_puid }: { group_puid: number }) {
  const { send } = useApp();
  const { role } = useUser();
  const home = students.some((one) => one === role) ? studentRegistration : teacherGames;
  const collection = useCollection((signal) => send(quizGame.todaysWinners, { group_puid }, { signal }));
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={m.quizGame_today()}
      lead={collection.data?.group_name ?? undefined}
      breadcrumbs={[{ label: m.quizGame_title(), href: addressOf(home) }]}
      shape="card"
      count={1}
    >
      {({ games }) =>
        games.length === 0 ? (
          <EmptyState title={m.quizGame_today_none()} />
        ) : (
          <Stack>
            {games.map(({ game_id, title, winners }) => (
              <Card key={game_id} level={2} title={title}>
                <Ranking label={m.quizGame_winners()} ranked={winners} />
              </Card>
            ))}
          </Stack>
        )
      }
    </LoadedPage>
  );
}
