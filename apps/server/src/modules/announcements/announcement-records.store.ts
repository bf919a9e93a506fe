import { eq, sql } from 'drizzle-orm';
import {
  announcements,
  type AnnouncementRow,
  type NewAnnouncement,
} from '../../infrastructure/db/schema/announcements.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export type AnnouncementFields = Pick<
  NewAnnouncement,
  'title' | 'text' | 'priority' | 'isActive' | 'startsAt' | 'endsAt'
>;
export type AnnouncementMedia = Pick<AnnouncementRow, 'mediaKey' | 'mediaName'>;

export const announcementRecords = {
  lock: (tx: Tx, id: number): Promise<AnnouncementRow | undefined> => lockRow(tx, announcements, { id }),
  async insert(tx: Tx, fields: AnnouncementFields): Promise<number> {
    const [row] = await tx.orm.insert(announcements).values(fields).returning({ id: announcements.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, change: Partial<AnnouncementFields & AnnouncementMedia>) {
    await tx.orm
      .update(announcements)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(announcements.id, id));
  },
  async remove(tx: Tx, id: number) {
    await tx.orm.delete(announcements).where(eq(announcements.id, id));
  },
};
