import type { Tx } from '../../infrastructure/db/tx.ts';
import { FIRST_PAUSE_SECONDS, MAX_FAILURES, MAX_PAUSE_SECONDS, TRIAL_SECONDS } from './call-rules.ts';

/** A service that failed. */
export interface Breaker {
  account: string;
  failures: number;
  /** It is not called. */
  isOpen: boolean;
  openUntil: Date | null;
  lastReason: string;
}

/** The breakers of a company's accounts, stored so that all nodes read them. */
export const breakerStore = {
  /** Locks those of these accounts. */
  lock: (tx: Tx, accounts: string[]): Promise<Breaker[]> => tx.query<Breaker & object>(lock, [tx.companyId, accounts]),
  /** Only this call is made until its result is known, or its process has ended. */
  async startTrial(tx: Tx, account: string, callId: string): Promise<void> {
    await tx.query(startTrial, [tx.companyId, account, callId, TRIAL_SECONDS]);
  },
  /** Calls that began before the breaker opened do not lengthen its rest. */
  async addFailure(tx: Tx, account: string, callId: string, reason: string): Promise<void> {
    const values = [tx.companyId, account, callId, reason, MAX_FAILURES, FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS];
    await tx.query(addFailure, values);
  },
  async close(tx: Tx, account: string): Promise<void> {
    await tx.query(close, [tx.companyId, account]);
  },
  async prune(tx: Tx, before: Date, limit: number): Promise<number> {
    return (await tx.query(prune, [tx.companyId, before, limit])).length;
  },
};

const COLUMNS = `account, failures, coalesce(open_until > now(), false) as "isOpen", open_until as "openUntil",
  last_reason as "lastReason"`;
const lock = {
  name: 'service-breakers.lock',
  text: `select ${COLUMNS} from service_breakers where company_id = $1 and account = any($2::text[]) order by account for update`,
};
const startTrial = {
  name: 'service-breakers.start-trial',
  text: `update service_breakers set trial_id = $3, open_until = now() + make_interval(secs => $4), updated_at = now()
          where company_id = $1 and account = $2`,
};
const addFailure = {
  name: 'service-breakers.add-failure',
  text: `insert into service_breakers as b (company_id, account, failures, last_reason) values ($1, $2, 1, $4)
         on conflict (company_id, account) do update set failures = b.failures + 1, last_reason = $4, trial_id = null,
                updated_at = now(), open_until = case when b.failures + 1 >= $5::int
                  then now() + make_interval(secs => least($7::int, $6::int * 2 ^ least(b.failures + 1 - $5::int, 10))) end
          where b.open_until is null or b.open_until <= now() or b.trial_id = $3::uuid`,
};
const close = {
  name: 'service-breakers.close',
  text: 'delete from service_breakers where company_id = $1 and account = $2',
};
const prune = {
  name: 'service-breakers.prune',
  text: `delete from service_breakers where company_id = $1 and account in (
           select account from service_breakers where company_id = $1 and updated_at < $2 limit $3) returning account`,
};
