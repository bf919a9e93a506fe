/** Due days and payments of the demo companies. */
import { connectControl } from '../../packages/payments-simulator/src/client.ts';
import { own } from './channels.ts';
import type { AdminApi } from './users.ts';

const DAY_MS = 86_400_000;
export const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
export const shown = (day: string): string => day.split('-').toReversed().join('/');

/**
 * The company's subscription ends in some days, and its invoice is open. Returns how to end that. Each journey needs
 * another day: a due day is paid once.
 */
export async function letItEnd(platform: AdminApi, company: AdminApi, days: number) {
  const { user } = await company.call<{ user: { companyId: number } }>('GET', '/auth/me');
  const setDay = (day: string) =>
    platform.call('POST', `/companies/${user.companyId}/due-day`, { day, reason: 'Teste de navegador' });
  await setDay(dayAfter(days));
  return () => setDay(dayAfter(365));
}

/** The account at the simulated providers that the server reaches once their keys are saved. */
export const providerAccount = { token: 'TEST-0123456789' };

/** The bank of the providers whose keys are saved; those of the demo have the page of the simulated bank. */
export const providerBank = () => connectControl(own('PAYMENTS_URL'), own('PAYMENTS_CONTROL'));
