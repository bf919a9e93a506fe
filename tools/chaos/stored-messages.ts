import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';

export interface StoredMessage {
  wid: string | null;
  body: string;
  seq: number;
  sent_at: Date;
  created_at: Date;
}
export const loadStored = async ({ owner }: Environment, company: Company): Promise<StoredMessage[]> =>
  (
    await owner.query<StoredMessage>(
      'select wid, body, seq::int, sent_at, created_at from messages where company_id = $1 and not from_me order by ticket_id, seq',
      [company.id],
    )
  ).rows;
export const countStored = async ({ owner }: Environment, company: Company) =>
  (
    await owner.query<{ n: number }>(
      `select ((select count(*) from inbox where company_id = $1) + (select count(*) from signals where company_id = $1)
             + (select count(*) from messages where company_id = $1) + (select count(*) from quarantine where company_id = $1))::int as n`,
      [company.id],
    )
  ).rows[0]!.n;
