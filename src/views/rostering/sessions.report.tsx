import { type ListedSession, rosterSessions } from '../../../contract/rosterSessions.ts';
import { m } from '../../paraglide/messages.js';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { formatWholeDay } from '../../ui/dateFormats.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { paths } from '../paths.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { sessionTypes } from './rosterWords.ts';
import { sessions } from './sessions.screen.ts';

const standings: Readonly<Record<ListedSession['standing'], readonly [name: () => string, tone: Tone]>> = {
  ahead: [m.sessions_standing_ahead, 'accent'],
  running: [m.sessions_standing_running, 'success'],
  over: [m.sessions_standing_over, 'neutral'],
  gone: [m.sessions_standing_gone, 'warning'],
};

/** Academic sessions from OneRoster imports, with their dates and how many classes run in them. */
export default reportScreen({
  ...sessions,
  call: rosterSessions.rosterSessions,
  input: ({ userPuid }) => ({ user_puid: userPuid }),
  rows: ({ sessions: rows }) => rows,
  name: m.sessions_title,
  lead: ({ sessions: { length }, total }) =>
    length < total ? m.sessions_first({ count: formatNumber(length), total: formatNumber(total) }) : m.sessions_lead(),
  file: () => 'terms',
  back: () => [{ label: m.rostering_home(), href: paths.rosters }],
  filters: {
    state: { of: ({ standing }) => standing, nameOf: (key) => standings[key as ListedSession['standing']][0]() },
  },
  rowKey: ({ session_id }) => session_id,
  caption: m.sessions_title,
  columns: {
    title: { header: m.sessions_name, value: ({ title }) => title, isRowHeader: true },
    type: { header: m.sessions_type, value: ({ type }) => sessionTypes[type](), width: 's' },
    year: { header: m.rostering_school_year, value: ({ school_year }) => school_year, width: 's' },
    start: {
      header: m.rostering_start,
      value: ({ start_date }) => start_date,
      text: ({ start_date }, { language }) => formatWholeDay(start_date, language, 'UTC'),
      width: 's',
    },
    end: {
      header: m.rostering_end,
      value: ({ end_date }) => end_date,
      text: ({ end_date }, { language }) => formatWholeDay(end_date, language, 'UTC'),
      width: 's',
    },
    state: {
      header: m.rostering_state,
      value: ({ standing }) => standings[standing][0](),
      look: (text, { standing }) => <Badge tone={standings[standing][1]}>{text}</Badge>,
      width: 's',
    },
    classes: { header: m.sessions_classes, value: ({ class_count }) => class_count, unit: 'number', width: 's' },
    parent: { header: m.sessions_part_of, value: ({ parent_title }) => parent_title },
  },
  empty: { title: m.sessions_none, text: m.sessions_none_text },
});
