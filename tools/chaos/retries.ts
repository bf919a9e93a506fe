import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';

const EVERY_MS = 500;

/** SQL that makes the delayed retries of a company due. */
const statements = {
  media: (id: number) =>
    `update messages set media_not_before = now() where company_id = ${id} and media_state = 'pending'`,
  sends: (id: number) =>
    `update outbox set not_before = now() where company_id = ${id} and state = 'queued';
     update connections set paused_until = null where company_id = ${id}`,
};

/** Failed retries have increasing delays, up to minutes. Until the work is done, each becomes due at once. */
export async function withRetriesDue<T>(
  environment: Environment,
  company: Company,
  kind: keyof typeof statements,
  work: () => Promise<T>,
): Promise<T> {
  const makeDue = () => environment.owner.query(statements[kind](company.id));
  const timer = setInterval(() => void makeDue().catch(() => {}), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
