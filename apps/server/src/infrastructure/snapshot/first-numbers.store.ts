/** Numbers that an installation shares with others when companies move between them: those of companies and connections. */
import pg from 'pg';

const SEQUENCES = ['company_ids', 'connection_ids'];
/** The numbers are integers; this leaves as many above the range. */
export const MAX_FIRST_NUMBER = 1_000_000_000;

/** Never lowers them. Returns the next number of each. */
export async function startNumbersAt(ownerUrl: string, first: number): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    const next: Record<string, number> = {};
    for (const name of SEQUENCES) {
      const { rows } = await client.query<{ last: string }>(
        'select setval($1::text::regclass, greatest($2::bigint, pg_sequence_last_value($1::text::regclass)))::text as last',
        [name, first - 1],
      );
      next[name] = Number(rows[0]!.last) + 1;
    }
    return next;
  } finally {
    await client.end();
  }
}
