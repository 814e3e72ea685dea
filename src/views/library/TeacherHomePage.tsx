import { dayIn } from '../../../common/day.ts';
import { assignments, type GroupAssignment } from '../../../contract/assignments.ts';
import { library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDay, formatDistance } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBook2 } from '../../ui/icons.ts';
import { Grid, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { type AssignmentKind, isOfKind } from '../assignments/assignmentKinds.ts';
import { useCollection } from '../collection.ts';
import { aMinute, useNow, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { BreakoutDialog } from './BreakoutDialog.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import s from './library.module.css';
import { PlaylistBar } from './PlaylistBar.tsx';
import { useShelf } from './shelf.ts';

const dayLength = 24 * 3_600_000;
/** Range of "today" on this page, in days. */
const daysBack = 30;
const daysAhead = 7;
const mostRecent = 4;
const mostAttention = 6;

const toResult = (one: GroupAssignment) => paths.assignmentResult(one.lesson_id, one.group_puid, one.group_assignment_id);

/** Why an assignment needs the teacher today, with its rank, most urgent first; null if it does not. */
function attention(one: GroupAssignment, now: number): { rank: number; text: string; tone: 'warning' | 'accent' | 'neutral' } | null {
  const due = one.to_date === null ? null : Date.parse(one.to_date);
  if (one.submitted > 0 && !one.released && due !== null && due < now)
    return { rank: 0, text: m.library_attention_release({ count: one.submitted }), tone: 'accent' };
  if (due !== null && due < now && one.not_started + one.in_progress > 0 && !one.released)
    return { rank: 1, text: m.library_attention_late({ count: one.not_started + one.in_progress }), tone: 'warning' };
  if (due !== null && due >= now && due < now + 2 * dayLength)
    return { rank: 2, text: m.library_attention_due({ done: one.completed, of: one.students }), tone: 'neutral' };
  return null;
}

/** The teacher's home page: what needs attention today, recently opened items, and the unit being taught (`home/dashboard`). */
export default function TeacherHomePage() {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const shelf = useShelf();
  const collection = useCollection(async (signal) => {
    const quiet = { signal, quiet: true };
    const { userPuid: user_puid, time_zone } = user;
    const [given, recent, units] = await Promise.all([
      send(
        assignments.groupAssignments,
        {
          user_puid,
          from_date: dayIn(now() - daysBack * dayLength, time_zone),
          to_date: dayIn(now() + daysAhead * dayLength, time_zone),
        },
        quiet,
      ),
      send(library.itemsAccessed, { user_puid }, quiet),
      send(library.units, { user_puid }, quiet),
    ]);
    return { given, recent, units };
  });
  const { data } = collection;
  const time = useNow(aMinute);
  const [from, to] = [time - daysBack * dayLength, time + daysAhead * dayLength].map((at) => dayIn(at, user.time_zone)) as [string, string];
  const wanting = (data?.given ?? [])
    .flatMap((one) => {
      const why = attention(one, time);
      return why ? [{ one, why }] : [];
    })
    .toSorted((a, b) => a.why.rank - b.why.rank)
    .slice(0, mostAttention);
  const ofKind = (kind: AssignmentKind) => (data?.given ?? []).filter((one) => isOfKind(kind, one, time));
  const start = data?.units.default_data;
  const product = data?.units.categories.find((one) => one.product_id === start?.product_id);
  const unit = data?.units.sub_categories.find((one) => one.unit_id === start?.unit_id);
  const sum = (list: readonly GroupAssignment[], value: (one: GroupAssignment) => number) => list.reduce((all, one) => all + value(one), 0);
  const tiles: readonly (readonly [kind: AssignmentKind, name: string, count: number])[] = [
    ['running', m.library_home_running(), ofKind('running').length],
    ['working', m.library_home_students(), sum(ofKind('working'), (one) => one.in_progress)],
    ['finished', m.library_home_done(), sum(ofKind('finished'), (one) => one.completed)],
    ['toRelease', m.library_home_to_release(), ofKind('toRelease').length],
  ];
  return (
    <LoadedPage
      collection={collection}
      below={
        <>
          <PlaylistBar />
          {shelf.detailed ? <BreakoutDialog item={shelf.detailed} onClose={shelf.closeDetails} /> : null}
        </>
      }
      title={m.library_home_title({ name: user.first_name })}
      lead={m.library_home_lead()}
      action={
        <LinkButton variant="primary" icon={IconBook2} href={paths.contentHome}>
          {m.library_open()}
        </LinkButton>
      }
      more={<LinkButton href={paths.learning}>{m.library_learning()}</LinkButton>}
      shape="card"
      count={4}
    >
      {(data) => (
        <>
          <dl className={s.metrics}>
            {tiles.map(([kind, name, count]) => (
              <div key={kind} className={s.metric}>
                <dt>
                  <Link href={paths.assignmentsOf(kind, from, to)}>{name}</Link>
                </dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
          <Section title={m.library_attention()}>
            {wanting.length === 0 ? <EmptyState art="done" title={m.library_attention_none()} /> : null}
            <Grid min="l">
              {wanting.map(({ one, why }) => (
                <Card
                  key={one.group_assignment_id}
                  eyebrow={one.group_name}
                  title={one.lesson_name}
                  href={toResult(one)}
                  footer={
                    one.to_date ? (
                      <span>
                        {m.library_due({
                          day: formatDay(one.to_date, language, user.time_zone),
                          distance: formatDistance(one.to_date, time, language),
                        })}
                      </span>
                    ) : null
                  }
                >
                  <span>
                    <Badge tone={why.tone} isLong>
                      {why.text}
                    </Badge>
                  </span>
                </Card>
              ))}
            </Grid>
          </Section>
          {product ? (
            <Section title={m.library_home_start()}>
              <Card
                tone="quiet"
                eyebrow={product.name}
                title={unit?.name ?? product.name}
                href={paths.contentHome}
                footer={<span>{m.library_items_count({ count: unit?.item_count ?? product.item_count })}</span>}
              >
                <Text tone="soft">{unit?.summary ?? product.description}</Text>
              </Card>
            </Section>
          ) : null}
          <Section
            title={m.library_tab_recent()}
            action={data.recent.length > mostRecent ? <Link href={`${paths.contentHome}?tab=recent`}>{m.library_show_all()}</Link> : null}
          >
            {data.recent.length > 0 ? (
              <ItemGrid items={data.recent.slice(0, mostRecent).map(({ item }) => item)} shelf={shelf} label={m.library_tab_recent()} />
            ) : (
              <EmptyState title={m.library_recent_empty()}>{m.library_recent_empty_text()}</EmptyState>
            )}
          </Section>
        </>
      )}
    </LoadedPage>
  );
}
