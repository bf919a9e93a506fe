/** One announcement in full. Opening it marks it as read. */
import { formatted } from '@balcao/domain/message/formatting';
import { useEffect, useEffectEvent } from 'react';
import { useReadAnnouncement, type Announcement } from '../../entities/announcements/announcements.api.ts';
import { PriorityMark } from '../../entities/announcements/priority-mark.tsx';
import { FormattedParts } from '../../entities/messages/formatted-text.tsx';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog } from '../../ui/index.ts';
import css from './team.module.css';
import { teamTexts } from './team.texts.ts';

interface AnnouncementViewerProps {
  announcements: readonly Announcement[];
  openId: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function AnnouncementViewer({ announcements, openId, onOpen, onClose }: AnnouncementViewerProps) {
  const t = useTexts(teamTexts);
  const { mutate: markRead } = useReadAnnouncement();
  const at = announcements.findIndex(({ id }) => id === openId);
  const announcement = announcements[at];
  const read = useEffectEvent(() => {
    if (announcement && !announcement.isRead) markRead(announcement.id);
  });
  useEffect(() => read(), [openId]);
  // Withdrawn while it was open.
  if (!announcement) return null;
  const { title, text, priority, mediaPath, createdAt } = announcement;
  const [previous, next] = [announcements[at - 1], announcements[at + 1]];
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        announcements.length > 1 && (
          <>
            <span className={css.position}>{t('position', { at: at + 1, count: announcements.length })}</span>
            <Button icon="chev-l" disabled={!previous} onClick={() => previous && onOpen(previous.id)}>
              {t('previous')}
            </Button>
            <Button iconRight="chev-r" disabled={!next} onClick={() => next && onOpen(next.id)}>
              {t('next')}
            </Button>
          </>
        )
      }
    >
      <p className={css.meta}>
        <PriorityMark priority={priority}>{t(`priority${priority}`)}</PriorityMark>
        <time dateTime={createdAt}>
          {formatDate(createdAt)} · {formatTime(createdAt)}
        </time>
      </p>
      <p className={css.body}>
        <FormattedParts parts={formatted(text)} hasLinks />
      </p>
      {mediaPath !== null && <img className={css.picture} src={mediaPath} alt={t('imageOf', { title })} />}
    </Dialog>
  );
}
