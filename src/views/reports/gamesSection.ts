import { m } from '../../paraglide/messages.js';
import { type ReportColumn, type ReportSection, sectionTable } from './declaration.ts';

/** Quiz games that count for a class (decision 088): title and day, and what else a report says of each. None: no section. */
export function gamesSection<Game extends { game_id: number; title: string; at: string }>(
  games: readonly Game[],
  columns: Readonly<Record<string, ReportColumn<Game>>>,
): ReportSection[] {
  if (games.length === 0) return [];
  const table = sectionTable<Game, string>({
    key: 'list',
    rows: games,
    rowKey: ({ game_id }) => game_id,
    caption: m.classReports_games,
    help: m.classReports_games_words,
    sort: '-date',
    empty: m.classReports_no_games,
    columns: {
      game: { header: m.classReports_game, value: ({ title }) => title, isRowHeader: true, width: 'l' },
      date: { header: m.classReports_game_day, value: ({ at }) => at, unit: 'day' },
      ...columns,
    },
  });
  return [{ key: 'games', title: m.classReports_games(), tables: [table] }];
}
