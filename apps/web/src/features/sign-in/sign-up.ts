/** What the sign-up form checks and sends. Uses no library, because this page loads before anything else. */
import type { ListedPlan } from '@balcao/contract/endpoints/plans';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { ApiError, request } from '../../lib/http.ts';
import { solvePuzzle } from './puzzle.ts';

export interface SignUpFields {
  companyName: string;
  name: string;
  phone: string;
  email: string;
  password: string;
}
export type SignUpField = keyof SignUpFields | 'planId';
export type Faults = Partial<Record<SignUpField, FieldRule>>;

const lengths = { companyName: [2, 100], name: [2, 50], password: [5, 50] } as const;

export function faultsOf(typed: SignUpFields, planId: number | undefined): Faults {
  const faults: Faults = {};
  for (const [field, [min, max]] of Object.entries(lengths) as [keyof typeof lengths, readonly [number, number]][]) {
    const text = field === 'password' ? typed[field] : typed[field].trim();
    if (text === '') faults[field] = 'required';
    else if (text.length < min) faults[field] = 'tooShort';
    else if (text.length > max) faults[field] = 'tooLong';
  }
  const email = typed.email.trim();
  if (email === '') faults.email = 'required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) faults.email = 'email';
  if (planId === undefined) faults.planId = 'required';
  return faults;
}

/** (99) 99999-9999, or with eight digits (99) 9999-9999, while it is typed. */
export function maskPhone(typed: string): string {
  const digits = withoutCountry(typed).slice(0, 11);
  if (digits.length <= 2) return digits === '' ? '' : `(${digits}`;
  const number = digits.slice(2);
  const half = number.length > 8 ? 5 : 4;
  return `(${digits.slice(0, 2)}) ${number.slice(0, half)}${number.length > half ? `-${number.slice(half)}` : ''}`;
}
/** A number with the country code has more than eleven digits. In «(55) 9» the 55 is an area code of this mask. */
function withoutCountry(typed: string): string {
  const digits = digitsOf(typed);
  return digits.length > 11 && !typed.startsWith('(55) 9') ? digits.replace(/^55/, '') : digits;
}
const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const loadPlans = () => request<ListedPlan[]>({ method: 'GET', path: '/plans/list' });
export const loadTrialDays = () => request<string | null>({ method: 'GET', path: '/public-settings/trialDays' });

interface NewCompany {
  emailConfirmed: boolean;
}

/** Sends the form. `solved` may be too old by then, so a refused puzzle is solved anew, once. */
export async function signUp(
  typed: SignUpFields,
  planId: number,
  solved: Promise<string | undefined>,
): Promise<NewCompany> {
  const send = (puzzle: string | undefined) =>
    request<NewCompany>({
      method: 'POST',
      path: '/auth/signup',
      body: {
        companyName: typed.companyName.trim(),
        name: typed.name.trim(),
        email: typed.email.trim().toLowerCase(),
        password: typed.password,
        phone: digitsOf(typed.phone),
        planId,
        ...(puzzle !== undefined && { puzzle }),
      },
    });
  try {
    return await send(await solved);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_PUZZLE') throw error;
    return send(await solvePuzzle());
  }
}

export const confirmEmail = (token: string) =>
  request({ method: 'POST', path: '/auth/confirm-email', body: { token } });
