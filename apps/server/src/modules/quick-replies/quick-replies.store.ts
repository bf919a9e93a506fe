import type { QuickReplyRow } from '../../infrastructure/db/schema/quick-replies.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** The picker loads all quick replies at once; more shortcodes than this are not usable. */
const MAX_PICKED = 1000;

export interface FullQuickReply extends QuickReplyRow {
  userName: string | null;
}

const COLUMNS = `q.company_id as "companyId", q.id, q.user_id as "userId", q.shortcode, q.message,
                q.is_shared as "isShared", q.is_visible as "isVisible", q.media_key as "mediaKey",
                q.media_name as "mediaName", q.media_mime as "mediaMime", q.created_at as "createdAt",
                q.updated_at as "updatedAt", u.name as "userName"`;
const FROM = `from quick_messages q left join users u on u.company_id = q.company_id and u.id = q.user_id`;
// The policy rule `quick-reply.read` in SQL. The total comes with each row: one statement per page.
const page = {
  name: 'quick-replies.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total ${FROM}
          where q.company_id = $1 and (q.is_visible or q.user_id = $2) and ($3 = '%%' or folded(q.shortcode) like $3)
          order by folded(q.shortcode), q.id limit $4 offset $5`,
};
const byId = { name: 'quick-replies.by-id', text: `select ${COLUMNS} ${FROM} where q.company_id = $1 and q.id = $2` };

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
};
