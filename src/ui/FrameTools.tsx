'use no memo'; // Cheap to draw: see decision 011.

import { m } from '../paraglide/messages.js';
import { Anchor } from './Anchor.tsx';
import { Avatar } from './Avatar.tsx';
import { BareButton } from './BareButton.tsx';
import b from './Button.module.css';
import s from './FrameTools.module.css';
import { IconButton } from './IconButton.tsx';
import { type Icon, IconBell, IconContrast2, IconDeviceDesktop, IconHelp, IconLanguage, IconMoon, IconSun } from './icons.ts';
import { Menu, type MenuProps } from './Menu.tsx';
import { PanelButton, type PanelOnDemand } from './PanelButton.tsx';
import { THEMES, type Theme } from './theme.ts';
import { useTip } from './tip.ts';

export type Language = 'en' | 'es';

/** One navigation link of a frame. */
export interface NavItem {
  key: string;
  label: string;
  icon: Icon;
  href: string;
  isCurrent?: boolean;
}

/** What the menu of an account gets. */
export type AccountMenuProps = Pick<MenuProps, 'label'> & Pick<Account, 'title'>;

export interface Account {
  name: string;
  /** Name, role and school, or other facts that identify the account: the title of its menu. */
  title: string;
  /** URL of a picture. */
  photo?: string | undefined;
  /** The menu with profile, settings and sign out. */
  menu: PanelOnDemand<AccountMenuProps>;
}

/** The tools in every frame's top bar. */
export interface FrameToolsProps {
  language: Language;
  onLanguageChange: (language: Language) => void;
  theme: Theme;
  onThemeChange: (theme: Theme) => void;
  account: Account;
  /** The help with the current page. Absent if there is none. */
  helpHref?: string | undefined;
  /** Absent if the frame has no bell. */
  notifications?: { count: number; onOpen: () => void };
}

/** Each language in its own words, so that its speakers find it. */
const LANGUAGES: readonly { key: Language; label: string }[] = [
  { key: 'en', label: 'English' },
  { key: 'es', label: 'Español' },
];

const THEME_ICON: Record<Theme, Icon> = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon, contrast: IconContrast2 };

/** Name of a theme, for menus. */
const themeLabel = (theme: Theme): string =>
  ({ system: m.ui_theme_system, light: m.ui_theme_light, dark: m.ui_theme_dark, contrast: m.ui_theme_contrast })[theme]();

/** Language menu behind a button. */
export function LanguageMenu({ language, onLanguageChange }: Pick<FrameToolsProps, 'language' | 'onLanguageChange'>) {
  return (
    <Menu
      trigger={<IconButton icon={IconLanguage} label={m.ui_language()} />}
      label={m.ui_language()}
      groups={[{ key: 'language', selected: language, items: LANGUAGES }]}
      onAction={(key) => onLanguageChange(key as Language)}
    />
  );
}

/** Theme menu behind a button. */
export function ThemeMenu({ theme, onThemeChange }: Pick<FrameToolsProps, 'theme' | 'onThemeChange'>) {
  return (
    <Menu
      trigger={<IconButton icon={THEME_ICON[theme]} label={m.ui_theme()} />}
      label={m.ui_theme()}
      groups={[
        {
          key: 'theme',
          selected: theme,
          items: THEMES.map((key) => ({ key, label: themeLabel(key), icon: THEME_ICON[key] })),
        },
      ]}
      onAction={(key) => onThemeChange(key as Theme)}
    />
  );
}

function HelpLink({ href }: { href: string }) {
  return (
    <Anchor href={href} className={b.icon} aria-label={m.help_here()} {...useTip(m.help_here())}>
      <IconHelp size={22} stroke={1.75} aria-hidden="true" />
    </Anchor>
  );
}

/** Notifications, help, language, theme and account, for the end of a top bar. */
export function FrameTools({ language, onLanguageChange, theme, onThemeChange, account, helpHref, notifications }: FrameToolsProps) {
  return (
    <div className={s.tools}>
      {notifications ? (
        <span className={s.bell}>
          <IconButton
            icon={IconBell}
            label={notifications.count ? m.ui_notifications_new({ count: notifications.count }) : m.ui_notifications()}
            onPress={notifications.onOpen}
          />
          {notifications.count ? (
            <span className={s.count} aria-hidden="true">
              {notifications.count > 99 ? '99+' : notifications.count}
            </span>
          ) : null}
        </span>
      ) : null}
      {helpHref ? <HelpLink href={helpHref} /> : null}
      <LanguageMenu language={language} onLanguageChange={onLanguageChange} />
      <ThemeMenu theme={theme} onThemeChange={onThemeChange} />
      <PanelButton
        popup="menu"
        trigger={
          <BareButton className={s.account} aria-label={m.ui_account({ name: account.name })}>
            <Avatar name={account.name} photo={account.photo} />
          </BareButton>
        }
        part={account.menu}
        panel={{ label: m.ui_account({ name: account.name }), title: account.title }}
      />
    </div>
  );
}
