import { Role } from '../../../contract/kit.ts';
import { shareMachine } from '../../machines/sharing/shareMachine.ts';
import { m } from '../../paraglide/messages.js';
import { shareActors } from '../../services/sharing.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import checkbox from '../../ui/Checkbox.module.css';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconLink } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import type { LessonDialogProps } from '../workspace/LessonDialog.tsx';
import { copyText } from './copyText.ts';
import s from './sharing.module.css';

const announcements = { sharing_choose_colleague: m.sharing_choose_colleague, teacher_code_copied: m.teacher_code_copied };

/** Shares a lesson, also by a link. */
export default function ShareDialog(lesson: LessonDialogProps) {
  const { send } = useApp();
  return <ShareWithColleagues {...lesson} actors={shareActors(send)} lead={m.sharing_share_lead()} hasLink />;
}

interface ShareWithColleaguesProps extends Pick<LessonDialogProps, 'lessonId' | 'lessonName' | 'onClose'> {
  actors: ReturnType<typeof shareActors>;
  lead: string;
  /** Whether there may be a link, too. */
  hasLink: boolean;
}

/** Colleagues by role and name, and a link for them, driven by the `share` chart: for a lesson, or another thing with an id and a name. */
export function ShareWithColleagues({ lessonId, lessonName, onClose, actors, lead, hasLink }: ShareWithColleaguesProps) {
  const { userPuid } = useUser();
  const notices = useNotices();
  const post = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });
  const chart = useChart(shareMachine, {
    actors,
    input: { userPuid, lessonId, roleId: Role.teacher },
    announce: announcements,
    on: {
      'lesson.shared': ({ count }) => post(m.sharing_shared({ count })),
      'lesson.unshared': () => post(m.sharing_unshared()),
    },
  });
  const { filters, people, chosen, linkId, problem, linkProblem, ...shown } = useFields(chart, (snapshot) => ({
    filters: snapshot.context.filters,
    people: snapshot.context.people,
    chosen: snapshot.context.chosen,
    linkId: snapshot.context.linkId,
    problem: snapshot.context.problem,
    linkProblem: snapshot.context.linkProblem,
    /** The colleague who is losing the lesson. */
    leaving: snapshot.hasTag('unsharing') ? snapshot.context.leaving : null,
    isSearching: snapshot.hasTag('searching'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isFound: snapshot.hasTag('found'),
    isNobody: snapshot.hasTag('nobody'),
    isRefused: snapshot.hasTag('refused'),
    isLinkFailed: snapshot.hasTag('linkFailed'),
    isChanging: snapshot.hasTag('changing'),
    isSharing: snapshot.hasTag('sharing'),
    isMaking: snapshot.hasTag('making'),
    isLinked: snapshot.hasTag('linked'),
    isCopied: snapshot.hasTag('copied'),
    isUncopied: snapshot.hasTag('uncopied'),
    isRevoking: snapshot.hasTag('revoking'),
  }));
  const { isChanging, isFound } = shown;
  const notYet = useWhyNot<typeof shareMachine>(
    chart,
    { type: 'share.submitted' },
    { notHere: isChanging ? null : m.sharing_people_first() },
  );
  const address = linkId === '' ? '' : `${window.location.origin}${paths.sharedLesson(linkId)}`;
  const copy = async () => chart.send({ type: (await copyText(address)) ? 'link.copied' : 'copy.failed' });
  const roles = [
    { key: String(Role.teacher), label: m.common_role_teacher() },
    { key: String(Role.schoolAdministrator), label: m.common_role_school_administrator() },
    { key: String(Role.districtAdministrator), label: m.common_role_district_administrator() },
  ];
  return (
    <Dialog
      title={m.sharing_share_title({ name: lessonName })}
      isOpen
      isBusy={isChanging}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close} reason={isChanging ? m.ui_wait() : null}>
            {m.ui_close()}
          </Button>
          <Button variant="primary" isPending={shown.isSharing} reason={notYet} onPress={() => chart.send({ type: 'share.submitted' })}>
            {chosen.length > 0 ? m.sharing_share_with({ count: chosen.length }) : m.sharing_share()}
          </Button>
        </>
      )}
    >
      <Stack gap={4}>
        <Text tone="soft">{lead}</Text>
        {shown.isRefused ? <ProblemNotice title={m.sharing_failed()} problem={problem} focus="share-problem" /> : null}
        <SegmentedControl
          label={m.sharing_role()}
          options={roles}
          value={String(filters.roleId)}
          onChange={(role) => chart.send({ type: 'filters.changed', filters: { ...filters, roleId: Number(role) } })}
        />
        <SearchField
          label={m.sharing_find_colleague()}
          isLabelHidden
          placeholder={m.sharing_find_colleague()}
          value={filters.search}
          maxLength={100}
          onChange={(search) => chart.send({ type: 'filters.changed', filters: { ...filters, search } })}
        />
        {shown.isNobody ? <Text tone="danger">{m.sharing_choose_colleague()}</Text> : null}
        {shown.isUnavailable ? (
          <ProblemNotice problem={problem} focus="share-problem" onRetry={() => chart.send({ type: 'list.retried' })} />
        ) : null}
        {people.users.length === 0 && shown.isSearching ? <Skeleton shape="row" count={4} /> : null}
        {isFound && people.users.length === 0 ? <Text tone="soft">{m.ui_nothing_found()}</Text> : null}
        <ul className={s.people}>
          {people.users.map((person) => {
            const name = `${person.first_name} ${person.last_name}`;
            return (
              <li key={person.user_puid} className={s.person}>
                {person.is_shared ? (
                  <>
                    <span>
                      {name} <span className={s.kind}>{person.school_name}</span>
                    </span>
                    <Row gap={2} noWrap>
                      <Badge tone="success">{m.sharing_has_it()}</Badge>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={m.sharing_stop_with({ name })}
                        isPending={shown.leaving === person.user_puid}
                        onPress={() => {
                          const event = { type: 'unshare.asked' as const, userPuid: person.user_puid };
                          if (chart.getSnapshot().can(event)) chart.send(event);
                        }}
                      >
                        {m.sharing_stop()}
                      </Button>
                    </Row>
                  </>
                ) : (
                  <label className={s.box}>
                    <input
                      type="checkbox"
                      className={checkbox.box}
                      checked={chosen.some((one) => one.user_puid === person.user_puid)}
                      disabled={!isFound}
                      onChange={() => chart.send({ type: 'person.toggled', userPuid: person.user_puid })}
                    />
                    <span>
                      {name} <span className={s.kind}>{person.school_name}</span>
                    </span>
                  </label>
                )}
              </li>
            );
          })}
        </ul>
        {people.total > people.users.length ? (
          <Text tone="soft" size={2}>
            {m.sharing_more_people({ shown: people.users.length, total: people.total })}
          </Text>
        ) : null}
        {shown.isLinkFailed ? <ProblemNotice title={m.sharing_failed()} problem={linkProblem} focus="share-link-problem" /> : null}
        {!hasLink ? null : shown.isLinked ? (
          <Stack gap={2}>
            <Text isBold>{m.sharing_colleague_link()}</Text>
            <div className={s.address} data-focus="share-link" tabIndex={-1}>
              {address}
            </div>
            <Text tone="soft" size={2}>
              {m.sharing_colleague_link_text()}
            </Text>
            {shown.isUncopied ? <Text>{m.sharing_copy_by_hand()}</Text> : null}
            <Row>
              <Button size="small" reason={shown.isRevoking ? m.ui_wait() : null} onPress={() => void copy()}>
                {shown.isCopied ? m.teacher_code_copied() : m.sharing_link_copy()}
              </Button>
              <Button size="small" variant="quiet" isPending={shown.isRevoking} onPress={() => chart.send({ type: 'link.revoked' })}>
                {m.sharing_link_revoke()}
              </Button>
            </Row>
          </Stack>
        ) : (
          <Row>
            <Button size="small" icon={IconLink} isPending={shown.isMaking} onPress={() => chart.send({ type: 'link.asked' })}>
              {m.sharing_colleague_link_ask()}
            </Button>
          </Row>
        )}
      </Stack>
    </Dialog>
  );
}
