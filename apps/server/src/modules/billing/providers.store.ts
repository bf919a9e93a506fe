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
/** Written again only after an error, or when it is old: every call to a provider reports its success. */
const recordSuccess = {
  name: 'payment-providers.record-success',
  text: `insert into payment_providers as p (provider, worked_at) values ($1, clock_timestamp())
         on conflict (provider) do update set worked_at = excluded.worked_at
           where p.worked_at is null or p.error_at > p.worked_at or p.worked_at < now() - interval '10 minutes'`,
};

export const providerStore = {
  all: (db: Db) => db.query<ProviderHealth>(all, []),
  recordError: (db: Db, provider: string, error: string) => db.query(recordError, [provider, error]),
  recordSuccess: (db: Db, provider: string) => db.query(recordSuccess, [provider]),
};
