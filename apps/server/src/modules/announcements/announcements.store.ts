import type { AnnouncementRow } from '../../infrastructure/db/schema/announcements.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;

export interface ReadAnnouncement extends AnnouncementRow {
  /** By the user who asks. */
  isRead: boolean;
}
export interface ReaderCount {
  announcementId: number;
  users: number;
  companies: number;
}

const ROW = `a.id, a.title, a.text, a.priority, a.is_active as "isActive", a.starts_at as "startsAt", a.ends_at as "endsAt",
             a.media_key as "mediaKey", a.media_name as "mediaName", a.created_at as "createdAt", a.updated_at as "updatedAt",
             exists (select from announcement_reads r where r.company_id = $1 and r.announcement_id = a.id and r.user_id = $2)
               as "isRead"`;
const SHOWN = `a.is_active and coalesce(a.starts_at <= $3, true) and coalesce(a.ends_at > $3, true)`;
// A platform has a few hundred announcements at most. The total comes with each row: one statement per page.
const page = {
  name: 'announcements.page',
  text: `select ${ROW}, count(*) over ()::int as total from announcements a
          where ($4 or (${SHOWN})) and ($5 = '%%' or folded(a.title) like $5) and ($8::boolean is null or a.is_active = $8)
          order by a.created_at desc, a.id desc limit $6 offset $7`,
};
const byId = {
  name: 'announcements.by-id',
  text: `select ${ROW} from announcements a where a.id = $5 and ($4 or (${SHOWN}))`,
};
const readers = {
  name: 'announcements.readers',
  text: `select announcement_id as "announcementId", users, companies from announcement_readers($1)`,
};
const activeCompanies = { name: 'announcements.active-companies', text: 'select active_company_count() as n' };
const read = {
  name: 'announcements.read',
  text: `insert into announcement_reads (company_id, announcement_id, user_id)
         select $1, a.id, $2 from announcements a where ${SHOWN} and ($4::int is null or a.id = $4)
         on conflict do nothing`,
};

export interface Reader {
  userId: number;
  at: Date;
  /** Also those that are inactive, scheduled or over. */
  all: boolean;
}
const valuesOf = (tx: Tx, { userId, at, all }: Reader) => [tx.companyId, userId, at, all];

export const announcementStore = {
  /** `isActive`: null for those that are active and those that are not. */
  async page(
    tx: Tx,
    reader: Reader,
    { search, page: number, isActive }: { search: string; page: number; isActive: boolean | null },
  ) {
    const offset = (number - 1) * PAGE;
    const rows = await tx.query<ReadAnnouncement & { total: number }>(page, [
      ...valuesOf(tx, reader),
      likePattern(search),
      PAGE,
      offset,
      isActive,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  async byId(tx: Tx, reader: Reader, id: number): Promise<ReadAnnouncement | undefined> {
    return (await tx.query<ReadAnnouncement>(byId, [...valuesOf(tx, reader), id]))[0];
  },
  readers: (tx: Tx, ids: number[]) => tx.query<ReaderCount>(readers, [ids]),
  activeCompanies: async (tx: Tx): Promise<number> => (await tx.query<{ n: number }>(activeCompanies, []))[0]!.n,
  /** One that is shown, or all of them. */
  read: (tx: Tx, { userId, at }: Omit<Reader, 'all'>, id: number | null) =>
    tx.query(read, [tx.companyId, userId, at, id]),
};
