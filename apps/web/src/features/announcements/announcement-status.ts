import type { Announcement } from '../../entities/announcements/announcements.api.ts';

export type AnnouncementStatus = 'active' | 'inactive' | 'scheduled' | 'over';

export function statusOf({ status, startsAt, endsAt }: Announcement, now: Date): AnnouncementStatus {
  if (!status) return 'inactive';
  if (startsAt !== null && new Date(startsAt) > now) return 'scheduled';
  return endsAt !== null && new Date(endsAt) <= now ? 'over' : 'active';
}
