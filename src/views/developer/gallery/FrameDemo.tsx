import type { ReactNode } from 'react';
import { ActingAsBar } from '../../../ui/ActingAsBar.tsx';
import { AppFrame } from '../../../ui/AppFrame.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { NavItem } from '../../../ui/FrameTools.tsx';
import { Html } from '../../../ui/Html.tsx';
import {
  IconArrowLeft,
  IconArrowRight,
  IconBook2,
  IconBooks,
  IconChecklist,
  IconClipboardList,
  IconHome,
  IconPlus,
  IconReportAnalytics,
  IconSettings,
  IconUsersGroup,
} from '../../../ui/icons.ts';
import { NativeField } from '../../../ui/NativeField.tsx';
import n from '../../../ui/native.module.css';
import { onDemand } from '../../../ui/onDemand.ts';
import { Page, PageHeader } from '../../../ui/Page.tsx';
import { PlayerFrame } from '../../../ui/PlayerFrame.tsx';
import { PublicFrame } from '../../../ui/PublicFrame.tsx';
import { SaveStatus } from '../../../ui/SaveStatus.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { StudentFrame } from '../../../ui/StudentFrame.tsx';
import { Timer } from '../../../ui/Timer.tsx';
import { article, statusWords, students, words } from '../gallerySamples.ts';
import { StudentTable } from './DataSections.tsx';
import { type Frame, HERE, type Switches } from './frames.ts';
import { Cards } from './WindowSections.tsx';

const accountMenu = onDemand(() => import('./AccountDemo.tsx'));

/** One of the frames with sample content. */
export default function FrameDemo({ frame, switches, onBack }: { frame: Frame; switches: Switches; onBack: () => void }) {
  const back = (
    <Button icon={IconArrowLeft} onPress={onBack}>
      {words.back}
    </Button>
  );
  const tools = {
    ...switches,
    account: {
      name: words.signIn,
      title: words.signIn,
      menu: accountMenu,
    },
    helpHref: HERE,
    notifications: { count: 3, onOpen: () => undefined },
  };
  const screens: Record<Frame, () => ReactNode> = {
    teacher: () => (
      <AppFrame
        {...tools}
        nav={NAV.teacher}
        homeHref={HERE}
        search={<SearchField label={words.search} isLabelHidden placeholder={words.search} />}
        banner={<ActingAsBar actor={words.frameTeacher} account={words.hello} onExit={onBack} />}
      >
        <Page width="wide">
          <PageHeader
            breadcrumbs={[{ label: words.loadingTable, href: HERE }]}
            title={words.continueTitle}
            badge={<Badge tone="accent">{statusWords.open}</Badge>}
            lead={words.cardDue}
            more={back}
            action={
              <Button variant="primary" icon={IconPlus}>
                {words.assign}
              </Button>
            }
          />
          <StudentTable caption={words.students} rows={students(24)} />
        </Page>
      </AppFrame>
    ),
    student: () => (
      <StudentFrame {...tools} nav={NAV.student} homeHref={HERE}>
        <Page>
          <PageHeader title={words.hello} lead={words.helloLead} more={back} />
          <Cards />
        </Page>
      </StudentFrame>
    ),
    player: () => (
      <PlayerFrame
        title={words.continueTitle}
        progress={{ at: 2, of: 3, done: 1 }}
        save={<SaveStatus state={{ kind: 'offline', count: 2 }} />}
        time={<Timer remaining={754} />}
        onLeave={onBack}
        footer={
          <>
            <Button icon={IconArrowLeft}>{words.previous}</Button>
            <Button variant="primary" iconEnd={IconArrowRight}>
              {words.next}
            </Button>
          </>
        }
      >
        <Html html={article} look="reading" language="en" />
      </PlayerFrame>
    ),
    public: () => (
      <PublicFrame title={words.signIn} lead={words.signInLead} tools={back} footer={words.emptyText}>
        <NativeField label={words.username} autoComplete="username" />
        <NativeField label={words.password} type="password" autoComplete="current-password" error={words.failed} />
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`}>
          {words.signIn}
        </button>
      </PublicFrame>
    ),
  };
  return screens[frame]();
}

const NAV: Record<'teacher' | 'student', readonly NavItem[]> = {
  teacher: [
    { key: 'home', label: words.frameTeacher, icon: IconHome, href: HERE },
    { key: 'classes', label: words.classHeader, icon: IconUsersGroup, href: HERE },
    { key: 'lessons', label: words.treeLabel, icon: IconBook2, href: HERE },
    { key: 'assignments', label: words.loadingTable, icon: IconClipboardList, href: HERE, isCurrent: true },
    { key: 'reports', label: words.charts, icon: IconReportAnalytics, href: HERE },
    { key: 'settings', label: words.fixed, icon: IconSettings, href: HERE },
  ],
  student: [
    { key: 'home', label: words.frameStudent, icon: IconHome, href: HERE, isCurrent: true },
    { key: 'work', label: words.loadingTable, icon: IconChecklist, href: HERE },
    { key: 'library', label: words.treeLabel, icon: IconBooks, href: HERE },
  ],
};
