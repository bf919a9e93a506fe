import { and, eq, sql } from 'drizzle-orm';
import {
  quickReplies,
  type QuickReplyRow,
  type QuickReplyFields,
} from '../../infrastructure/db/schema/quick-replies.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** The picker shows all at once; nobody remembers more shortcodes. */
const MAX_PICKED = 1000;

export interface FullQuickReply extends QuickReplyRow {
  userName: string | null;
}
export type Media = Pick<QuickReplyRow, 'mediaKey' | 'mediaName' | 'mediaMime'>;
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

export const quickReplyStore = {
  async page(tx: Tx, userId: number, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE;
    const rows = await tx.query<FullQuickReply & { total: number }>(page, [
      tx.companyId,
      userId,
      likePattern(search),
      PAGE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  pick: (tx: Tx, userId: number) => tx.query<FullQuickReply>(page, [tx.companyId, userId, '%%', MAX_PICKED, 0]),

  async byId(tx: Tx, id: number): Promise<FullQuickReply | undefined> {
    return (await tx.query<FullQuickReply>(byId, [tx.companyId, id]))[0];
  },

  /** Held until the transaction ends: what is told of a change is what it changed. */
  async lock(tx: Tx, id: number): Promise<QuickReplyRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(quickReplies)
      .where(and(own(tx, quickReplies), eq(quickReplies.id, id)))
      .for('no key update');
    return row;
  },

  async insert(tx: Tx, fields: QuickReplyFields & { userId: number }): Promise<number> {
    const [row] = await tx.orm
      .insert(quickReplies)
      .values({ ...fields, companyId: tx.companyId })
      .returning({ id: quickReplies.id });
    return row!.id;
  },

  async update(tx: Tx, id: number, change: Partial<QuickReplyFields & Media>) {
    await tx.orm
      .update(quickReplies)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, quickReplies), eq(quickReplies.id, id)));
  },

  async remove(tx: Tx, id: number) {
    await tx.orm.delete(quickReplies).where(and(own(tx, quickReplies), eq(quickReplies.id, id)));
  },

  /** Answers which files they had. */
  async dropHidden(tx: Tx, userId: number): Promise<string[]> {
    const rows = await tx.query<{ mediaKey: string | null }>(dropHidden, [tx.companyId, userId]);
    return rows.flatMap(({ mediaKey }) => mediaKey ?? []);
  },
};
