import type { Tx } from '../../foundation/db/tx.ts';

/** Was this file taken back by every customer who sent it? One that anybody else shows is still shown. */
export const withheldStore = {
  async isTakenBack(tx: Tx, key: string): Promise<boolean> {
    return (await tx.run<{ gone: boolean | null }>(takenBack, [tx.companyId, key]))[0]?.gone ?? false;
  },
};

const takenBack = {
  name: 'privacy.taken-back',
  text: `select bool_and(gone) as gone from (
           select is_deleted and not from_me as gone from messages where company_id = $1 and media_key = $2
            union all
           select is_deleted and not from_me from messages where company_id = $1 and preview_key = $2) m`,
};
