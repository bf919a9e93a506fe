import { and, eq, sql } from 'drizzle-orm';
import {
  quickMessages,
  type QuickMessageRow,
  type QuickMessageWords,
} from '../../foundation/db/schema/quick-messages.ts';
import { likePattern } from '../../foundation/db/search.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

const PAGE = 20;
/** The picker shows all at once; nobody remembers more shortcodes. */
const MOST_PICKED = 1000;

export interface FullQuickMessage extends QuickMessageRow {
  userName: string | null;
}
export type Media = Pick<QuickMessageRow, 'mediaKey' | 'mediaName' | 'mediaMime'>;
export const NO_MEDIA: Media = { mediaKey: null, mediaName: '', mediaMime: '' };

const COLUMNS = `q.company_id as "companyId", q.id, q.user_id as "userId", q.shortcode, q.message,
                q.is_shared as "isShared", q.is_visible as "isVisible", q.media_key as "mediaKey",
                q.media_name as "mediaName", q.media_mime as "mediaMime", q.created_at as "createdAt",
                q.updated_at as "updatedAt", u.name as "userName"`;
const FROM = `from quick_messages q left join users u on u.company_id = q.company_id and u.id = q.user_id`;
// The rule `quick-message.read` of the policy, said in SQL. The count rides along: one statement a page.
const page = {
  name: 'quick-messages.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total ${FROM}
          where q.company_id = $1 and (q.is_visible or q.user_id = $2) and ($3 = '%%' or folded(q.shortcode) like $3)
          order by folded(q.shortcode), q.id limit $4 offset $5`,
};
const byId = { name: 'quick-messages.by-id', text: `select ${COLUMNS} ${FROM} where q.company_id = $1 and q.id = $2` };
const dropHidden = {
  name: 'quick-messages.drop-hidden',
  text: `delete from quick_messages where company_id = $1 and user_id = $2 and not is_visible
         returning media_key as "mediaKey"`,
};

export const quickMessageStore = {
  async page(tx: Tx, userId: number, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE;
    const rows = await tx.run<FullQuickMessage & { total: number }>(page, [
      tx.companyId,
      userId,
      likePattern(search),
      PAGE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  pick: (tx: Tx, userId: number) => tx.run<FullQuickMessage>(page, [tx.companyId, userId, '%%', MOST_PICKED, 0]),

  async byId(tx: Tx, id: number): Promise<FullQuickMessage | undefined> {
    return (await tx.run<FullQuickMessage>(byId, [tx.companyId, id]))[0];
  },

  /** Held until the transaction ends: what is told of a change is what it changed. */
  async lock(tx: Tx, id: number): Promise<QuickMessageRow | undefined> {
    const [row] = await tx.sql
      .select()
      .from(quickMessages)
      .where(and(own(tx, quickMessages), eq(quickMessages.id, id)))
      .for('no key update');
    return row;
  },

  async insert(tx: Tx, words: QuickMessageWords & { userId: number }): Promise<number> {
    const [row] = await tx.sql
      .insert(quickMessages)
      .values({ ...words, companyId: tx.companyId })
      .returning({ id: quickMessages.id });
    return row!.id;
  },

  async update(tx: Tx, id: number, change: Partial<QuickMessageWords & Media>) {
    await tx.sql
      .update(quickMessages)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, quickMessages), eq(quickMessages.id, id)));
  },

  async remove(tx: Tx, id: number) {
    await tx.sql.delete(quickMessages).where(and(own(tx, quickMessages), eq(quickMessages.id, id)));
  },

  /** Answers which files they had. */
  async dropHidden(tx: Tx, userId: number): Promise<string[]> {
    const rows = await tx.run<{ mediaKey: string | null }>(dropHidden, [tx.companyId, userId]);
    return rows.flatMap(({ mediaKey }) => mediaKey ?? []);
  },
};
