import type { PlatformTx, Tx } from '../../../infrastructure/db/tx.ts';

/** Downloads of incoming files: the queue is the column `media_state`. */
export const mediaStore = {
  /** Claims one try until the lease ends; the number of tries is its fencing token. False when another worker has it. */
  async claim(tx: Tx, id: number, leaseSeconds: number): Promise<boolean> {
    return (await tx.query(claim, [tx.companyId, id, leaseSeconds])).length > 0;
  },
  /** Sets when the try may be repeated: later for a running download, or after the wait of a failed one. */
  async postpone(tx: Tx, id: number, tries: number, seconds: number) {
    await tx.query(postpone, [tx.companyId, id, tries, seconds]);
  },
  due: (tx: PlatformTx, limit: number) => tx.query<{ companyId: number; id: number }>(due, [limit]),
};

const claim = {
  name: 'media.claim',
  text: `update messages set media_tries = media_tries + 1, media_not_before = now() + make_interval(secs => $3)
          where company_id = $1 and id = $2 and media_state = 'pending' and media_not_before <= now() returning id`,
};
const postpone = {
  name: 'media.postpone',
  text: `update messages set media_not_before = now() + make_interval(secs => $4)
          where company_id = $1 and id = $2 and media_state = 'pending' and media_tries = $3`,
};
const due = {
  name: 'media.due',
  text: 'select company_id as "companyId", id::float8 as id from media_to_fetch($1)',
};
