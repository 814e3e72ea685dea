import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { fetchContentFile } from '../../services/player/contentFile.ts';
import { Html } from '../../ui/Html.tsx';
import { IconDownload, IconExternalLink, IconFile } from '../../ui/icons.ts';
import { Stack } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useIsUnreachable } from '../shell/reach.ts';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';

const kilobyte = 1024;
const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A readable file size. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(kilobyte)), units.length - 1);
  const value = bytes / kilobyte ** power;
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}

/** A file's type as a readable extension: `CSV`. */
const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

/** Only web addresses: content may come from anywhere. */
const webAddress = (url: string): URL | undefined => {
  const address = URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
};

/** Whether the network is unavailable: offline, or no response from the server at start. */
function useIsCutOff(): boolean {
  const isOffline = useSelector(useApp().actor, (snapshot) => snapshot.hasTag('offline'));
  const isUnreachable = useIsUnreachable();
  return isOffline || isUnreachable;
}

/** A local address for a saved file of this site: null if it is not saved, undefined until known. */
function useSavedFile(address: string | null): string | null | undefined {
  const [saved, setSaved] = useState<string | null>();
  useEffect(() => {
    if (address === null) return;
    const reading = new AbortController();
    let own: string | null = null;
    const find = async () => (address.startsWith(`${location.origin}/`) ? (await fetchContentFile(address, reading.signal)).blob() : null);
    const read = async () => {
      const file = await find().catch(() => null);
      if (reading.signal.aborted) return;
      own = file && URL.createObjectURL(file);
      setSaved(own);
    };
    void read();
    return () => {
      reading.abort();
      if (own !== null) URL.revokeObjectURL(own);
      setSaved(undefined);
    };
  }, [address]);
  return saved;
}

/** Half done once opened: the student says whether it was read. */
const opened = 50;

/** External content: a page in a new tab, or a file to download. The position counts how often it was opened. */
export default function Linked({ body, language, position, onProgress }: BodyProps<'link' | 'file'>) {
  const address = webAddress(body.url);
  const isFile = body.kind === 'file';
  const isCutOff = useIsCutOff();
  const saved = useSavedFile(isFile && isCutOff && address ? address.href : null);
  const [isBroken, setBroken] = useState(false);
  if (!address) return <Notice tone="error">{m.player_bad_address()}</Notice>;
  const isPicture = isFile && /^image\/(png|jpeg|gif|webp|avif)$/.test(body.media_type);
  const count = () => onProgress(opened, position + 1);
  return (
    <Stack gap={4}>
      <Html html={body.why_html} />
      {isPicture && !(isBroken && isCutOff) ? (
        <img
          className={s.picture}
          src={address.href}
          alt={body.file_name}
          onError={() => setBroken(true)}
          onLoad={() => setBroken(false)}
        />
      ) : null}
      <div className={s.card}>
        {isFile ? <IconFile size={32} stroke={1.5} aria-hidden="true" /> : <IconExternalLink size={32} stroke={1.5} aria-hidden="true" />}
        <div>
          <p className={s.cardTitle}>{isFile ? body.file_name : address.hostname}</p>
          <p className={s.kind}>
            {isFile ? `${extensionOf(body.file_name)} · ${sizeText(body.size, language)}` : m.player_link_elsewhere()}
            {position > 0 ? ` · ${m.player_opened({ count: position })}` : ''}
          </p>
        </div>
        {isFile ? (
          saved === null ? null : (
            <LinkButton href={saved ?? address.href} variant="primary" icon={IconDownload} download={body.file_name} onPress={count}>
              {m.player_download()}
            </LinkButton>
          )
        ) : (
          <LinkButton href={address.href} variant="primary" iconEnd={IconExternalLink} isExternal onPress={count}>
            {m.player_open_link()}
          </LinkButton>
        )}
      </div>
      {saved === null ? <Notice tone="info">{m.player_file_not_saved()}</Notice> : null}
    </Stack>
  );
}
