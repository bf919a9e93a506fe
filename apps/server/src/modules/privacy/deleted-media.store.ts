import type { Tx } from '../../infrastructure/db/tx.ts';

/** Was this file taken back by every customer who sent it? One that anybody else shows is still shown. */
export const deletedMediaStore = {
  async isDeleted(tx: Tx, key: string): Promise<boolean> {
    return (await tx.query<{ gone: boolean | null }>(deletedMedia, [tx.companyId, key]))[0]?.gone ?? false;
  },
};

const deletedMedia = {
  name: 'privacy.taken-back',
  text: `select bool_and(gone) as gone from (
           select is_deleted and not from_me as gone from messages where company_id = $1 and media_key = $2
            union all
           select is_deleted and not from_me from messages where company_id = $1 and preview_key = $2) m`,
};
