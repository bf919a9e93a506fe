import type { Announcement, AnnouncementChange, AnnouncementDraft } from '@balcao/contract/endpoints/announcements';
import type { z } from 'zod';
import type { AnnouncementFields } from './announcement-records.store.ts';
import type { CountedAnnouncement } from './announcements.ts';

export const presentAnnouncement = (row: CountedAnnouncement, sign: (key: string) => string): Announcement => ({
  id: row.id,
  title: row.title,
  text: row.text,
  priority: row.priority,
  status: row.isActive,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  mediaPath: row.mediaKey === null ? null : sign(row.mediaKey),
  mediaName: row.mediaKey === null ? null : row.mediaName,
  isRead: row.isRead,
  ...(row.readers && { readers: row.readers }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export const parseAnnouncement = ({
  status,
  startsAt,
  endsAt,
  ...fields
}: z.output<typeof AnnouncementDraft>): AnnouncementFields => ({
  ...fields,
  isActive: status,
  startsAt: dateOf(startsAt),
  endsAt: dateOf(endsAt),
});

export const parseAnnouncementChange = ({
  status,
  startsAt,
  endsAt,
  ...fields
}: z.output<typeof AnnouncementChange>): Partial<AnnouncementFields> => ({
  ...fields,
  ...(status !== undefined && { isActive: status }),
  ...(startsAt !== undefined && { startsAt: dateOf(startsAt) }),
  ...(endsAt !== undefined && { endsAt: dateOf(endsAt) }),
});
