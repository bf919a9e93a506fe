import { setTimeout as pause } from 'node:timers/promises';
import { phoneKey } from '@balcao/domain/contact/phone';

type CheckNumber = (
  companyId: number,
  number: string,
  connectionId?: number,
) => Promise<{ number: string } | 'unknown' | 'unchecked'>;

export interface NumberLookup {
  exists: boolean;
  /** As the channel writes it, where that is the same phone; otherwise as it was asked for. */
  number: string;
}
/** Numbers of one job. */
export const LOOKUP_BATCH = 50;
/** Pause after each lookup of a company: a channel takes faster queries for an attack. */
const DELAY_MS = 250;

/**
 * Looks up many numbers one after the other; the list ends before the first one that no channel can look up now. Batches of
 * one company follow each other, so that two jobs are not twice as fast.
 */
export function createNumberLookups(checkNumber: CheckNumber) {
  const lastOfCompany = new Map<number, Promise<unknown>>();

  async function findAll(
    companyId: number,
    numbers: readonly string[],
    connectionId?: number,
  ): Promise<NumberLookup[]> {
    const lookups: NumberLookup[] = [];
    for (const number of numbers) {
      const found = await checkNumber(companyId, number, connectionId);
      if (found === 'unchecked') break;
      const isSame = found !== 'unknown' && phoneKey(found.number) === phoneKey(number);
      lookups.push({ exists: found !== 'unknown', number: isSame ? found.number : number });
      await pause(DELAY_MS);
    }
    return lookups;
  }

  return (companyId: number, numbers: readonly string[], connectionId?: number): Promise<NumberLookup[]> => {
    const before = lastOfCompany.get(companyId) ?? Promise.resolve();
    const work = before.then(() => findAll(companyId, numbers, connectionId));
    const ended = work.then(
      () => {},
      () => {},
    );
    lastOfCompany.set(companyId, ended);
    void ended.then(() => lastOfCompany.get(companyId) === ended && lastOfCompany.delete(companyId));
    return work;
  };
}
