import { aChannel } from '../channel.ts';
import { aHouse, type TestHouse } from '../house.ts';
import type { Caller } from '../people.ts';
import { somePhones } from '../phones.ts';
import { aSignIn } from '../sign-in.ts';
import { plantCanary, tellTales } from './canary.ts';
import { send, type Answer, type AnySent, type As, type CallName } from './calls.ts';
import { lookAtRows, type Rows } from './rows.ts';
import { samples } from './samples.ts';
import { aTenant, freshToken, type Tenant } from './tenants.ts';

export interface World {
  house: TestHouse;
  rows: Rows;
  /** The company that looks, and the one that must not be seen: the same rows in both, the canary only in the second. */
  a: Tenant;
  b: Tenant;
  super: Caller;
  /** Texts of B that no answer to A may contain. */
  secrets: string[];
  /** What a sound call of this name sends, with fresh things of that company. */
  sample(name: CallName, of: Tenant): Promise<AnySent>;
  /** A person's token is signed anew for each call: a long sweep outlives any token. */
  send(name: CallName, sent: AnySent, as?: As | Caller): Promise<Answer>;
  stop(): Promise<void>;
}

/** Two mirrored companies on one server. */
export async function aWorld({ rowSecurity = true }: { rowSecurity?: boolean } = {}): Promise<World> {
  const { channel } = aChannel();
  const house = await aHouse({
    // Jobs are taken on and done by nobody.
    env: { ROLE: 'api' },
    channels: {
      of: (provider) => (provider === 'sandbox' || provider === 'official' ? channel : undefined),
      signIn: aSignIn(),
      sandbox: somePhones(),
      close: async () => {},
    },
  });
  await house.work();
  // Rows are compared before and after a call: nobody else may be at work on them.
  await Promise.all([house.modules.delivery.stop(), house.modules.inbound.stop()]);
  const owner = await house.theOwner();
  const [a, b] = [await aTenant(house), await aTenant(house)];
  const rows = await lookAtRows(house.asOwner);
  await plantCanary(house, rows, b.companyId);
  const superUser = await house.signIn(owner.email);
  await superUser.ask('PUT', '/settings/appName', { value: 'Balcão' });
  if (!rowSecurity) await dropRowSecurity(house, rows);
  return {
    house,
    rows,
    a,
    b,
    super: superUser,
    secrets: await tellTales(house, b.companyId),
    sample: async (name, of) => samples[name]({ house, ...of }),
    send: (name, sent, as) => send(house, name, sent, as && 'sessionId' in as ? { token: freshToken(house, as) } : as),
    stop: house.stop,
  };
}

/** The second lock off its hinges: what still holds then is held by the queries themselves. */
async function dropRowSecurity(house: TestHouse, { tenant }: Rows) {
  for (const { name } of tenant) await house.asOwner.query(`alter table ${name} disable row level security`);
}

/** Everything that came back, headers included: a secret may hide anywhere. */
export const allOf = (answer: Answer): string => `${JSON.stringify(answer.headers)}\n${answer.body}`;

/** Uploads and sign-ins are counted; a sweep of hundreds is not what they are counted for. */
export const forgetCounts = (house: TestHouse) => house.asOwner.query('delete from rate_limits');

/** Calls after which the caller's session is over. */
export const endsSession = (name: CallName): boolean => ['access.signOut', 'access.signOutEverywhere'].includes(name);
