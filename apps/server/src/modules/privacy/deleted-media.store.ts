import type { Tx } from '../../infrastructure/db/tx.ts';

/** Whether every message with this file was deleted by its customer. A file of any other message is still served. */
export const deletedMediaStore = {
  async isDeleted(tx: Tx, key: string): Promise<boolean> {
    return (await tx.query<{ isDeleted: boolean | null }>(deletedMedia, [tx.companyId, key]))[0]?.isDeleted ?? false;
  },
};

const deletedMedia = {
  name: 'privacy.deleted-media',
  text: `select bool_and(deleted) as "isDeleted" from (
           select is_deleted and not from_me as deleted from messages where company_id = $1 and media_key = $2
            union all
           select is_deleted and not from_me from messages where company_id = $1 and preview_key = $2) m`,
};
