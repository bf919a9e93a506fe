import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Sendable } from './content.ts';

type Kind = 'text' | 'image' | 'video' | 'pdf' | 'other';

// The day is that of the company.
const add = {
  name: 'api-usage.add',
  text: `insert into api_usage as u (company_id, day, kind, count)
         select c.company_id, ($2::timestamptz at time zone c.time_zone)::date, n.kind, n.count
           from companies c cross join unnest($3::text[], $4::int[]) as n (kind, count)
          where c.company_id = $1 order by n.kind
         on conflict (company_id, day, kind) do update set count = u.count + excluded.count`,
};

/** Messages that other programs send through the API, counted for each day. */
export const apiUsageStore = {
  /** The last statement of its transaction: requests of one company wait for each other's counts. */
  async add(tx: Tx, sendables: readonly Sendable[], at: Date): Promise<void> {
    const byKind = [...Map.groupBy(sendables, kindOf)];
    await tx.query(add, [tx.companyId, at, byKind.map(([kind]) => kind), byKind.map(([, own]) => own.length)]);
  },
};

function kindOf({ content }: Sendable): Kind {
  if (content.kind === 'text') return 'text';
  if (content.kind !== 'media') return 'other';
  if (content.type === 'image' || content.type === 'video') return content.type;
  return content.media.mime === 'application/pdf' ? 'pdf' : 'other';
}
