import type { AiFigures } from '@balcao/contract/endpoints/ai-usage';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Whole days in the company's time zone, both included. */
export interface Days {
  from: string;
  to: string;
  timeZone: string;
}
const FIGURES = `count(*)::int as calls, count(*) filter (where u.outcome <> 'done')::int as "failedCalls",
  coalesce(sum(u.input_tokens), 0)::float8 as "inputTokens", coalesce(sum(u.output_tokens), 0)::float8 as "outputTokens",
  coalesce(sum(u.seconds), 0)::float8 as seconds, coalesce(sum(u.characters), 0)::float8 as characters,
  coalesce(sum(u.cost_micros), 0)::float8 as "costMicros",
  count(*) filter (where u.cost_micros is null)::int as "unpricedCalls"`;
const IN_RANGE = `u.company_id = $1 and u.at >= ($2::date)::timestamp at time zone $4
  and u.at < ($3::date + 1)::timestamp at time zone $4`;
const MAX_GROUPS = 200;

const total = { name: 'ai-usage.total', text: `select ${FIGURES} from ai_usage u where ${IN_RANGE}` };
const byPrompt = {
  name: 'ai-usage.by-prompt',
  text: `select u.prompt_id as id, p.name, ${FIGURES} from ai_usage u
           left join prompts p on p.company_id = u.company_id and p.id = u.prompt_id
          where ${IN_RANGE} group by u.prompt_id, p.name order by "costMicros" desc, calls desc, id limit ${MAX_GROUPS}`,
};
const byFlow = {
  name: 'ai-usage.by-flow',
  text: `select u.flow_id as id, f.name, ${FIGURES} from ai_usage u
           left join flows f on f.company_id = u.company_id and f.id = u.flow_id
          where ${IN_RANGE} group by u.flow_id, f.name order by "costMicros" desc, calls desc, id limit ${MAX_GROUPS}`,
};
const byDay = {
  name: 'ai-usage.by-day',
  text: `select to_char(u.at at time zone $4, 'YYYY-MM-DD') as day, ${FIGURES} from ai_usage u
          where ${IN_RANGE} group by 1 order by 1`,
};
const byModel = {
  name: 'ai-usage.by-model',
  text: `select u.provider, u.model, ${FIGURES} from ai_usage u
          where ${IN_RANGE} group by u.provider, u.model order by "costMicros" desc, calls desc, u.provider, u.model
          limit ${MAX_GROUPS}`,
};

interface Subject {
  id: number | null;
  name: string | null;
}
const valuesOf = (tx: Tx, { from, to, timeZone }: Days) => [tx.companyId, from, to, timeZone];

export const usageStore = {
  async report(tx: Tx, days: Days) {
    const values = valuesOf(tx, days);
    return {
      total: (await tx.query<AiFigures & object>(total, values))[0]!,
      byPrompt: await tx.query<AiFigures & Subject>(byPrompt, values),
      byFlow: await tx.query<AiFigures & Subject>(byFlow, values),
      byDay: await tx.query<AiFigures & { day: string }>(byDay, values),
      byModel: await tx.query<AiFigures & { provider: string; model: string }>(byModel, values),
    };
  },
};
