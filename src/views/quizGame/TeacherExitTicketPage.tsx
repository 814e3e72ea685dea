import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { quizGame } from '../../../contract/quizGame.ts';
import { quizGameMachine } from '../../machines/quizGame/quizGameMachine.ts';
import { m } from '../../paraglide/messages.js';
import { quizGameActors } from '../../services/quizGame.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { plainText } from '../reports/plainText.ts';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { roomAnnouncements, useRoomAccess } from './roomAccess.ts';
import { teacherGames } from './teacherGames.screen.ts';
import { teacherReportCard } from './teacherReportCard.screen.ts';

/** Answers to an exit ticket as they come, grouped and without names. */
export default function TeacherExitTicketPage() {
  const [game_id = 0] = decodeIds(useParams().value, 1) ?? [];
  return <Ticket key={game_id} game_id={game_id} />;
}

function Ticket({ game_id }: { game_id: number }) {
  const { send } = useApp();
  const access = useRoomAccess();
  const chart = useChart(quizGameMachine, { actors: quizGameActors(send, access, game_id), announce: roomAnnouncements });
  const { news, isLost } = useFields(chart, (snapshot) => ({
    news: snapshot.context.board?.last_id,
    isLost: snapshot.hasTag('lost'),
  }));
  const collection = useCollection((signal) => send(quizGame.exitTicket, { game_id }, { signal, quiet: true }));
  const { refresh } = collection;
  useEffect(() => {
    if (news !== undefined) refresh();
  }, [news, refresh]);
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.quizGame_ticket_of({ title: collection.data?.title ?? '' })}
      lead={collection.data?.is_over ? m.quizGame_over() : m.quizGame_ticket_lead()}
      breadcrumbs={[{ label: m.quizGame_title(), href: addressOf(teacherGames) }]}
      action={
        <LinkButton variant="primary" href={addressOf(teacherReportCard, game_id)}>
          {m.quizGame_ticket_board()}
        </LinkButton>
      }
      above={isLost ? <Notice tone="warning">{m.quizGame_line_lost()}</Notice> : null}
      shape="row"
      count={4}
    >
      {({ questions, title, is_over }) => (
        <DataTable
          caption={m.quizGame_ticket_caption()}
          rows={questions.flatMap(({ round_no, question_text, options }) =>
            options.map((option, index) => ({ key: `${round_no}.${index}`, round_no, question_text, ...option })),
          )}
          rowKey={({ key }) => key}
          columns={[
            { key: 'number', header: m.quizGame_number(), value: ({ round_no }) => round_no, align: 'end' },
            { key: 'question', header: m.quizGame_question(), value: ({ question_text }) => plainText(question_text), width: 'l' },
            { key: 'answer', header: m.quizGame_answer(), value: ({ answer_text }) => answer_text, isRowHeader: true },
            { key: 'count', header: m.quizGame_students(), value: ({ count }) => count, align: 'end' },
            ...(is_over
              ? [
                  {
                    key: 'right',
                    header: m.quizGame_right_answer(),
                    value: ({ is_answer }: { is_answer: boolean }) => (is_answer ? m.quizGame_yes() : m.quizGame_no()),
                  },
                ]
              : []),
          ]}
          fileName={m.quizGame_ticket_of({ title })}
          empty={<EmptyState title={m.quizGame_nobody()} />}
        />
      )}
    </LoadedPage>
  );
}
