import type { Db } from '../../infrastructure/db/tx.ts';

export interface ProviderHealth {
  provider: string;
  error: string | null;
  errorAt: Date | null;
  workedAt: Date | null;
}
const all = {
  name: 'payment-providers.all',
  text: `select provider, error, error_at as "errorAt", worked_at as "workedAt" from payment_providers`,
};
const recordError = {
  name: 'payment-providers.record-error',
  text: `insert into payment_providers (provider, error, error_at) values ($1, $2, clock_timestamp())
         on conflict (provider) do update set error = excluded.error, error_at = excluded.error_at`,
};
/**
 * Written again only after an error, or when it is old: every call to a provider reports its success. The condition stands
 * before the insert, because a conflict locks the row even where nothing is updated, and all payments of a provider would
 * wait for each other.
 */
const recordSuccess = {
  name: 'payment-providers.record-success',
  text: `insert into payment_providers as p (provider, worked_at)
         select $1, clock_timestamp()
          where not exists (select from payment_providers k
                             where k.provider = $1 and k.worked_at >= now() - interval '10 minutes'
                               and (k.error_at is null or k.error_at <= k.worked_at))
         on conflict (provider) do update set worked_at = excluded.worked_at`,
};

export const providerStore = {
  all: (db: Db) => db.query<ProviderHealth>(all, []),
  recordError: (db: Db, provider: string, error: string) => db.query(recordError, [provider, error]),
  recordSuccess: (db: Db, provider: string) => db.query(recordSuccess, [provider]),
};
