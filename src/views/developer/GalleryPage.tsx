import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale, setLocale } from '../../paraglide/runtime.js';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Language, LanguageMenu, ThemeMenu } from '../../ui/FrameTools.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowRight, IconEdit, IconPlus, IconPrinter, IconStar, IconTrash } from '../../ui/icons.ts';
import { Grid, Row } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { ProgressBar, ProgressRing } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SpinnerOverlay } from '../../ui/SpinnerOverlay.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { ToastBody } from '../../ui/ToastBody.tsx';
import { applyTheme, type Theme } from '../../ui/theme.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import s from './GalleryPage.module.css';
import { FRAMES, type Frame, frameWords, HERE, type Switches } from './gallery/frames.ts';
import { statusWords, students, words } from './gallerySamples.ts';

/** The design system: every component in every state, and the frames, with theme and language at the top. */
export default function GalleryPage() {
  const [language, setLanguage] = useState<Language>(getLocale);
  const [theme, setTheme] = useState<Theme>('system');
  const [frame, setFrame] = useState<Frame | null>(null);
  const switches: Switches = {
    language,
    onLanguageChange: (next) => {
      void setLocale(next, { reload: false });
      document.documentElement.lang = next;
      setLanguage(next);
    },
    theme,
    onThemeChange: (next) => {
      applyTheme(next);
      setTheme(next);
    },
  };
  return (
    // A new key remounts every component: texts are read on first render.
    <UiProvider key={language} language={language} navigate={() => undefined}>
      {frame ? (
        <FrameDemo frame={frame} switches={switches} onBack={() => setFrame(null)} />
      ) : (
        <Gallery switches={switches} onFrame={setFrame} />
      )}
    </UiProvider>
  );
}

const FieldSections = lazy(() => import('./gallery/FieldSections.tsx'));
const WindowSections = lazy(() => import('./gallery/WindowSections.tsx'));
const DataSections = lazy(() => import('./gallery/DataSections.tsx'));
const TreeSections = lazy(() => import('./gallery/TreeSections.tsx'));
const ContentSections = lazy(() => import('./gallery/ContentSections.tsx'));
const FrameDemo = lazy(() => import('./gallery/FrameDemo.tsx'));

/** Sections that load when they are about to become visible: together, all components are as large as the rest of the product. */
function Later({ children }: { children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), {
      rootMargin: '400px',
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={s.later}>
      {isNear ? <Suspense>{children}</Suspense> : null}
    </div>
  );
}

function Gallery({ switches, onFrame }: { switches: Switches; onFrame: (frame: Frame) => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <Page>
        <PageHeader
          breadcrumbs={[{ label: m.ui_product(), href: HERE }]}
          title={words.gallery}
          lead={words.lead}
          action={
            <>
              <LanguageMenu {...switches} />
              <ThemeMenu {...switches} />
            </>
          }
        />
        <Section title={words.frames}>
          <Row>
            {FRAMES.map((each) => (
              <Button key={each} onPress={() => onFrame(each)}>
                {frameWords[each]}
              </Button>
            ))}
          </Row>
        </Section>
        <Identity />
        <Buttons />
        <Later>
          <FieldSections />
        </Later>
        <Feedback />
        <Later>
          <WindowSections />
        </Later>
        <Later>
          <DataSections />
        </Later>
        <Later>
          <TreeSections />
        </Later>
        <Later>
          <ContentSections />
        </Later>
        <Section title={words.empty}>
          <Grid>
            {(['orbit', 'search', 'flask', 'offline', 'done', 'lost'] as const).map((art) => (
              <Card key={art}>
                <EmptyState art={art} title={words.emptyTitle}>
                  {words.emptyText}
                </EmptyState>
              </Card>
            ))}
          </Grid>
        </Section>
        <Section title={words.skeletons}>
          <Skeleton shape="title" count={1} />
          <Skeleton />
          <Skeleton shape="card" />
          <Skeleton shape="row" count={2} />
        </Section>
      </Page>
    </main>
  );
}

function Identity() {
  return (
    <Section title={words.identity}>
      <Row gap={5}>
        <span className={s.logo}>
          <Logo size={64} />
        </span>
        <span className={s.logo}>
          <Logo size={32} />
        </span>
        {students(6).map(({ id, name }) => (
          <Avatar key={id} name={name} size={Number(id) < 3 ? 'large' : Number(id) < 5 ? 'medium' : 'small'} />
        ))}
        <Spinner />
      </Row>
      <Row>
        <Badge>{statusWords.none}</Badge>
        <Badge tone="accent">{statusWords.open}</Badge>
        <Badge tone="success" icon={IconStar}>
          {statusWords.done}
        </Badge>
        <Badge tone="warning">{statusWords.late}</Badge>
        <Badge tone="danger">{statusWords.failed}</Badge>
      </Row>
      <Row gap={5}>
        {(Object.keys(statusWords) as (keyof typeof statusWords)[]).map((status) => (
          <StatusDot key={status} status={status}>
            {statusWords[status]}
          </StatusDot>
        ))}
      </Row>
    </Section>
  );
}

function Buttons() {
  return (
    <Section title={words.buttons}>
      <Row>
        <Button variant="primary" icon={IconPlus}>
          {words.assign}
        </Button>
        <Button icon={IconPrinter}>{words.print}</Button>
        <Button variant="quiet">{words.more}</Button>
        <Button variant="danger" icon={IconTrash}>
          {words.remove}
        </Button>
      </Row>
      <Row>
        <Button variant="primary" isPending>
          {words.saving}
        </Button>
        <Button isPending>{words.saving}</Button>
        <Button variant="primary" reason={words.reason}>
          {words.disabled}
        </Button>
        <Button reason={words.reason}>{words.disabled}</Button>
        <Button variant="quiet" reason={words.reason}>
          {words.disabled}
        </Button>
        <Button variant="danger" reason={words.reason}>
          {words.disabled}
        </Button>
      </Row>
      <Row>
        <Button size="small" variant="primary">
          {words.small}
        </Button>
        <Button size="small">{words.small}</Button>
        <IconButton icon={IconEdit} label={words.edit} />
        <IconButton icon={IconEdit} size="small" label={words.edit} />
        <IconButton icon={IconTrash} label={words.remove} reason={words.reason} />
        <LinkButton href={HERE} variant="primary" iconEnd={IconArrowRight}>
          {words.linkButton}
        </LinkButton>
        <LinkButton href={HERE}>{words.linkButton}</LinkButton>
        <Link href={HERE}>{words.link}</Link>
        <Link href={HERE} look="plain">
          {words.link}
        </Link>
        <Link href="https://www.nasa.gov/" isExternal>
          {words.outside}
        </Link>
      </Row>
    </Section>
  );
}

function Feedback() {
  const [isBusy, setBusy] = useState(false);
  return (
    <Section title={words.feedback}>
      <Notice tone="info" title={words.infoTitle}>
        {words.infoText}
      </Notice>
      <Notice tone="success">{words.successText}</Notice>
      <Notice tone="warning" onDismiss={() => undefined}>
        {words.warningText}
      </Notice>
      <Notice tone="error" title={words.errorTitle} action={<Button size="small">{words.errorAction}</Button>}>
        {words.errorText}
      </Notice>
      <Row>
        <ToastBody kind="success" text={words.toast} action={{ label: words.undo, onPress: () => undefined }} onDismiss={() => undefined} />
        <ToastBody kind="error" text={words.confirmFailed} onDismiss={() => undefined} />
        <ToastBody kind="plain" text={words.toast} onDismiss={() => undefined} />
      </Row>
      <Grid>
        <ProgressBar label={words.progress} value={340} max={1200} valueText={words.progressValue} />
        <ProgressBar label={words.unknown} />
        <Row gap={5}>
          <ProgressRing label={words.lesson} value={1} max={3} />
          <ProgressRing label={words.lesson} value={100} isLabelHidden={false} />
        </Row>
      </Grid>
      <Row>
        <Button
          onPress={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 3000);
          }}
        >
          {words.showSpinner}
        </Button>
      </Row>
      <SpinnerOverlay isBusy={isBusy} />
    </Section>
  );
}
