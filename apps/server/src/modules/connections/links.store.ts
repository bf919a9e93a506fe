import { and, eq, lt, sql } from 'drizzle-orm';
import { channelLinks, type ChannelLinkRow } from '../../infrastructure/db/schema/channel-links.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export const linkStore = {
  /** Returns undefined if the state was already used. */
  async create(tx: Tx, link: Omit<ChannelLinkRow, 'companyId' | 'id' | 'token'>): Promise<number | undefined> {
    const [row] = await tx.orm
      .insert(channelLinks)
      .values({ ...link, companyId: tx.companyId })
      .onConflictDoNothing()
      .returning({ id: channelLinks.id });
    return row?.id;
  },
  async saveToken(tx: Tx, id: number, token: string) {
    await tx.orm
      .update(channelLinks)
      .set({ token })
      .where(and(own(tx, channelLinks), eq(channelLinks.id, id)));
  },
  async byLink(tx: Tx, linkHash: Buffer): Promise<ChannelLinkRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(channelLinks)
      .where(and(own(tx, channelLinks), eq(channelLinks.linkHash, linkHash)));
    return row;
  },
  async prune(tx: Tx, before: Date) {
    await tx.orm
      .delete(channelLinks)
      .where(and(own(tx, channelLinks), lt(channelLinks.endsAt, sql`${before.toISOString()}::timestamptz`)));
  },
};
