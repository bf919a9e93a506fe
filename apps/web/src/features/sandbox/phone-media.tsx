import type { SandboxContent } from '@balcao/contract/endpoints/sandbox';
import { useEffect, useState } from 'react';
import { useSandboxMedia } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, Skeleton } from '../../ui/index.ts';
import { PhoneText } from './phone-text.tsx';
import css from './phone.module.css';
import { phoneTexts } from './phone.texts.ts';

type MediaContent = Extract<SandboxContent, { kind: 'media' }>;
type MediaRef = MediaContent['media'];

interface MediaProps {
  content: MediaContent;
  connectionId: number;
  /** Empty for the company. */
  author: string;
}

export function Media({ content, connectionId, author }: MediaProps) {
  const t = useTexts(phoneTexts);
  const { type, media, caption, isViewOnce } = content;
  return (
    <>
      {isViewOnce && (
        <span className={css.forwarded}>
          <Icon name="eye" size={14} /> {t('viewOnce')}
        </span>
      )}
      {type === 'image' || type === 'sticker' ? (
        <Picture connectionId={connectionId} media={media} alt={caption || t('photoOf', { name: author })} />
      ) : (
        <File connectionId={connectionId} type={type} media={media} />
      )}
      {caption && <PhoneText text={caption} />}
    </>
  );
}

export function Picture({ connectionId, media, alt }: { connectionId: number; media: MediaRef; alt: string }) {
  const { url, isBroken } = useMediaUrl(connectionId, media);
  if (isBroken) return <Broken />;
  return url ? <img className={css.picture} src={url} alt={alt} /> : <Skeleton width={200} height={150} />;
}

/** Rendered by its MIME type. */
export function AnyFile({ connectionId, media }: { connectionId: number; media: MediaRef }) {
  if (media.mime.startsWith('image/')) return <Picture connectionId={connectionId} media={media} alt="" />;
  const type = media.mime.startsWith('video/') ? 'video' : 'document';
  return <File connectionId={connectionId} type={type} media={media} />;
}

type FileType = Exclude<MediaContent['type'], 'image' | 'sticker'>;

function File({ connectionId, type, media }: { connectionId: number; type: FileType; media: MediaRef }) {
  const { url, isBroken } = useMediaUrl(connectionId, media);
  if (isBroken) return <Broken />;
  if (!url) return <Skeleton width={200} height={36} />;
  // Recordings of customers have no captions, as on the real channels.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (type === 'audio') return <audio className={css.audio} src={url} controls preload="metadata" />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (type === 'video') return <video className={css.picture} src={url} controls preload="metadata" />;
  return (
    <a className={css.document} href={url} download={media.fileName}>
      <Icon name="file" /> <span className="cut">{media.fileName}</span>
    </a>
  );
}

function Broken() {
  const t = useTexts(phoneTexts);
  return (
    <span className={css.forwarded}>
      <Icon name="alert" size={14} /> {t('mediaFailed')}
    </span>
  );
}

/** The bytes are fetched as text, because an image URL cannot carry our token. */
function useMediaUrl(connectionId: number, { ref }: MediaRef) {
  const { data, isError } = useSandboxMedia(connectionId, ref);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const objectUrl = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(data.base64), (byte) => byte.charCodeAt(0))], { type: data.mime }),
    );
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [data]);
  return { url, isBroken: isError };
}
