import type { AiPrice } from '@balcao/contract/endpoints/ai-usage';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

const COLUMNS = `provider, model, input_per_million::float8 as "inputPerMillion",
  output_per_million::float8 as "outputPerMillion", per_minute::float8 as "perMinute",
  per_million_characters::float8 as "perMillionCharacters"`;
const all = { name: 'ai-prices.all', text: `select ${COLUMNS} from ai_prices order by provider, model` };
// The longest name wins: an exact one, then the longest beginning.
const ofModel = {
  name: 'ai-prices.of-model',
  text: `select ${COLUMNS} from ai_prices
          where provider = $1 and (model = $2 or (model like '%*' and starts_with($2, left(model, -1))))
          order by model = $2 desc, length(model) desc limit 1`,
};
const clear = { name: 'ai-prices.clear', text: 'delete from ai_prices' };
const insert = {
  name: 'ai-prices.insert',
  text: `insert into ai_prices (provider, model, input_per_million, output_per_million, per_minute, per_million_characters)
         select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])`,
};

export const priceStore = {
  all: (tx: PlatformTx | Tx) => tx.query<AiPrice & object>(all, []),
  /** Null: no price is known. */
  async ofModel(tx: Tx, provider: string, model: string): Promise<AiPrice | null> {
    return (await tx.query<AiPrice & object>(ofModel, [provider, model]))[0] ?? null;
  },
  async replace(tx: PlatformTx, prices: AiPrice[]) {
    await tx.query(clear, []);
    const column = <K extends keyof AiPrice>(name: K) => prices.map((price) => price[name]);
    await tx.query(insert, [
      column('provider'),
      column('model'),
      column('inputPerMillion'),
      column('outputPerMillion'),
      column('perMinute'),
      column('perMillionCharacters'),
    ]);
  },
};
